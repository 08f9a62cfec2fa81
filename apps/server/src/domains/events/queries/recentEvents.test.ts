import { ONE_DAY } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { queryCurrentVisitors } from "./currentVisitors.ts";
import { queryRecentEvents } from "./recentEvents.ts";

const NOW = Date.UTC(2026, 5, 1);
let store: EventStore;

beforeAll(async () => {
  store = await borrowEvents();
});
afterAll(() => store.stop());

it("lists the newest events first, without demo events and calls that name nobody", async () => {
  const received = (message_id: string, seconds: number, overrides: Partial<EventRow> = {}) =>
    eventRow({ message_id, received_at: NOW + 1000 * seconds, timestamp: NOW, ...overrides });
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

it("counts each current visitor once, on their last page, without bots, customers and demo data", async () => {
  const start = NOW + 60_000;
  const at = (visitor_id: string, seconds: number, overrides: Partial<EventRow> = {}) =>
    eventRow({
      message_id: `${visitor_id} ${seconds}`,
      visitor_id,
      session_id: NOW,
      path: "/",
      country: "DE",
      timestamp: start + 1000 * seconds,
      received_at: start + 1000 * seconds,
      source: "Google",
      ...overrides,
    });
  const rows = [
    at("a", 1),
    at("a", 2, { path: "/pricing" }),
    at("a", 3, { type: "track", event: "click web", path: "/else" }),
    at("b", 4, { path: "/pricing", country: "FR" }),
    at("b", 4, { path: "/pricing", country: "FR" }),
    at("c", 5, { source: "Bing" }),
    at("bot", 6, { bot: "crawler" }),
    at("customer", 7, { audience: "customer" }),
    at("demo", 8, { demo: 1 }),
    at("server", 9, { session_id: 0 }),
    at("gone", -1),
  ];
  await store.insert("events", rows, "current");
  expect(await queryCurrentVisitors(store, start)).toEqual({
    visitors: 3,
    pages: [
      { name: "/pricing", visitors: 2 },
      { name: "/", visitors: 1 },
    ],
    sources: [
      { name: "Google", visitors: 2 },
      { name: "Bing", visitors: 1 },
    ],
    countries: [
      { name: "DE", visitors: 2 },
      { name: "FR", visitors: 1 },
    ],
  });
  expect(await queryCurrentVisitors(store, start + ONE_DAY)).toEqual({
    visitors: 0,
    pages: [],
    sources: [],
    countries: [],
  });
});
