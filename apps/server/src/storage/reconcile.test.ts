import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { eventRow } from "../testing/eventRow.ts";
import { countRows, silent, type TestStores } from "../testing/startTestStores.ts";
import type { EventStore } from "./events/eventStore.ts";
import { queryPersonSessions } from "./events/queries/personSessions.ts";
import { reconcile, startReconciling } from "./reconcile.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await stores.stop();
});

const row = (id: string, visitor: string) =>
  eventRow({ message_id: id, anonymous_id: visitor, type: "track", session_id: NOON });

it("counts a message once that two instances stored, before and after it runs", async () => {
  const { eventStore } = stores;
  await eventStore.insert("events", [row("b1", "ben")], "another");
  await eventStore.insert("events", [row("a1", "ann"), row("a2", "ann")], "one instance");
  await eventStore.insert("events", [row("a2", "ann")], "another instance");
  const both = { ids: ["ann", "ben"], anonymousIds: [], browsers: [], emails: [] };
  const events = async () =>
    (await queryPersonSessions(eventStore, both, { sessions: [] })).map((session) => [
      session.visitorId,
      session.events,
    ]);
  const counted = [
    ["ann", 2],
    ["ben", 1],
  ];
  expect((await events()).sort()).toEqual(counted);
  // One session ID; all of its visitors are counted.
  expect(await reconcile(stores, { margin: 0 })).toBe(1);
  expect((await events()).sort()).toEqual(counted);
  expect(await reconcile(stores, { margin: 0 })).toBe(0);
});

it("leaves rows for later that were inserted within the margin", async () => {
  await stores.eventStore.insert("events", [row("c1", "cat")], "late");
  expect(await reconcile(stores)).toBe(0);
  expect(await countRows(stores.eventStore, "sessions", "visitor_id = 'cat'")).toBe(0);
  expect(await reconcile(stores, { margin: 0 })).toBe(1);
});

it("leaves rows for the next time that are inserted while it runs", async () => {
  const { eventStore, drain } = stores;
  let recounts = 0;
  const busy = {
    ...eventStore,
    async command(sql: string, params?: Record<string, unknown>) {
      await eventStore.command(sql, params);
      if (!sql.includes("INSERT INTO sessions")) return;
      recounts += 1;
      await eventStore.insert("events", [row(`d${recounts}`, "dan")], `meanwhile ${recounts}`);
    },
  };
  await eventStore.insert("events", [row("d0", "dan")], "before");
  expect(await reconcile({ eventStore: busy, drain }, { margin: 0 })).toBe(1);
  expect(recounts).toBe(1);
  expect(await reconcile(stores, { margin: 0 })).toBe(1);
});

it("runs at once, and ends after the part that is running when it is stopped", async () => {
  const asked: string[] = [];
  let answer: (rows: []) => void = () => undefined;
  const query = ((sql: string) => {
    asked.push(sql);
    return new Promise((resolve) => {
      answer = resolve;
    });
  }) as EventStore["query"];
  const eventStore = { query, command: async () => undefined };
  const stop = startReconciling({ eventStore, drain: stores.drain, log: silent });
  expect(asked).toHaveLength(1);
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasStopped).toBe(false);
  answer([]);
  await stopped;
  expect(asked).toHaveLength(1);
});
