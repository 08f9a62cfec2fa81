import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { eventRow } from "../testing/eventRow.ts";
import type { TestStores } from "../testing/startTestStores.ts";
import { queryPersonSessions } from "./events/queries/personSessions.ts";
import { reconcile } from "./reconcile.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await stores.stop();
});

it("rebuilds sessions with duplicate events other than page views, and leaves the others unchanged", async () => {
  const { eventStore } = stores;
  const row = (id: string, visitor: string) =>
    eventRow({ message_id: id, anonymous_id: visitor, type: "track", session_id: NOON });
  await eventStore.insert("events", [row("b1", "ben")], "another");
  await eventStore.insert("events", [row("a1", "ann"), row("a2", "ann")], "one instance");
  await eventStore.insert("events", [row("a2", "ann")], "another instance");
  const both = { ids: ["ann", "ben"], anonymousIds: [], browsers: [], emails: [] };
  const events = async () =>
    (await queryPersonSessions(eventStore, both, { sessions: [] })).map((session) => [
      session.visitorId,
      session.events,
    ]);

  expect((await events()).sort()).toEqual([
    ["ann", 3],
    ["ben", 1],
  ]);
  expect(await reconcile(stores, { margin: 0 })).toBe(1);
  expect((await events()).sort()).toEqual([
    ["ann", 2],
    ["ben", 1],
  ]);
  expect(await reconcile(stores, { margin: 0 })).toBe(0);
});
