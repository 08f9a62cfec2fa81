import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import type { EventRow } from "../eventRow.types.ts";
import type { EventStore } from "../eventStore.ts";
import { queryRecentEvents } from "./recentEvents.ts";

const NOW = Date.UTC(2026, 5, 1);
let store: EventStore;

beforeAll(async () => {
  store = await borrowEvents();
}, 60_000);
afterAll(() => store.stop());

it("lists the newest events first, without demo events and calls that name nobody", async () => {
  const received = (message_id: string, seconds: number, given: Partial<EventRow> = {}) =>
    eventRow({ message_id, received_at: NOW + 1000 * seconds, timestamp: NOW, ...given });
  const identify = { type: "identify", traits: "{}" };
  const rows = [
    received("page", 1, { type: "page" }),
    received("nobody", 2, identify),
    received("user", 3, { ...identify, user_id: "4711" }),
    received("form", 4, { ...identify, traits: '{"emailSha256":"00"}' }),
    received("demo", 5, { type: "page", demo: 1 }),
  ];
  await store.insert("events", rows, "recent");
  const recent = await queryRecentEvents(store, { after: NOW, limit: 10 });
  expect(recent.map(({ messageId }) => messageId)).toEqual(["form", "user", "page"]);
});
