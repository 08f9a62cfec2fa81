import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { queryPersonSessions } from "../../domains/people/queries/personSessions.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { captureLog } from "../../testing/captureLog.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { countRows, silent, type TestStores } from "../../testing/startTestStores.ts";
import { findWrongClocks } from "./clocks.ts";
import type { EventStore } from "./events/eventStore.ts";
import { correctMark, recountMiscounted } from "./events/rollups.ts";
import { reconcile, startReconciling } from "./reconcile.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const site = { current: () => ({ timeZone: "Europe/Berlin" }) };
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await stores.stop();
});

const row = (id: string, visitor: string) =>
  eventRow({ message_id: id, anonymous_id: visitor, type: "track", session_id: NOON });

it("counts a message stored by two instances once, before and after it runs", async () => {
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

it("leaves rows inserted within the margin for later", async () => {
  await stores.eventStore.insert("events", [row("c1", "cat")], "late");
  expect(await reconcile(stores)).toBe(0);
  expect(await countRows(stores.eventStore, "sessions", "visitor_id = 'cat'")).toBe(0);
  expect(await reconcile(stores, { margin: 0 })).toBe(1);
});

it("leaves rows inserted while it runs for the next time", async () => {
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

it("runs immediately, and ends after the current part when stopped", async () => {
  const queries: string[] = [];
  let answer: (rows: []) => void = () => undefined;
  const query = ((sql: string) => {
    queries.push(sql);
    return new Promise((resolve) => {
      answer = resolve;
    });
  }) as EventStore["query"];
  const eventStore = { query, command: async () => undefined };
  const stop = startReconciling({ eventStore, drain: stores.drain, site, log: silent });
  expect(queries).toHaveLength(1);
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasStopped).toBe(false);
  answer([]);
  await stopped;
  expect(queries).toHaveLength(1);
});

const day = (days: number) => NOON + days * ONE_DAY;
const sessionsOf = (visitor: string) => countRows(stores.eventStore, "sessions", `visitor_id = '${visitor}'`);
const mark = async () => {
  const [latest] = await stores.eventStore.query<{ until: string }>(
    "SELECT toString(toUnixTimestamp64Milli(max(until))) AS until FROM reconciled",
  );
  return Number(latest?.until);
};

describe("clocks", () => {
  it("never counts beyond this server's clock, even if the store's is ahead", async () => {
    await stores.eventStore.insert("events", [row("e1", "eve")], "ahead");
    const before = await mark();
    expect(await reconcile({ ...stores, now: () => before - ONE_DAY }, { margin: 0 })).toBe(0);
    expect(await mark()).toBe(before);
    expect(await reconcile(stores, { margin: 0 })).toBe(1);
  });

  it("moves back a mark that is ahead, so that new events are counted", async () => {
    const { eventStore } = stores;
    await eventStore.command("INSERT INTO reconciled SELECT now64(3) + INTERVAL 30 DAY");
    await eventStore.insert("events", [row("f1", "fay")], "after a clock was ahead");
    const { log, lines } = captureLog("warn");
    const stop = startReconciling({ ...stores, site, log });
    await vi.waitUntil(async () => (await mark()) < Date.now());
    await stop();
    expect(lines()).toEqual([
      expect.objectContaining({ seconds: expect.closeTo((30 * ONE_DAY) / 1000, -2) }),
    ]);
    await reconcile(stores, { margin: 0 });
    expect(await sessionsOf("fay")).toBeGreaterThan(0);
    expect(await correctMark(eventStore)).toBeNull();
  });

  it("counts rows that became visible long after they were inserted", async () => {
    const { eventStore, drain } = stores;
    await eventStore.command("TRUNCATE TABLE events");
    await eventStore.command("TRUNCATE TABLE sessions");
    await eventStore.insert("events", [row("g1", "gus"), row("h1", "hal")], "in time");
    await reconcile(stores, { margin: 0 });
    const late = { ...row("g2", "gus"), inserted_at: Date.now() - ONE_DAY };
    const alone = { ...row("i1", "ida"), inserted_at: Date.now() - ONE_DAY };
    await eventStore.insert("events", [late, alone], "late");
    await reconcile(stores, { margin: 0 });
    expect(await sessionsOf("ida")).toBe(0);
    const recount = async () => {
      const { sessions, failure } = await recountMiscounted(eventStore, day(2), {
        alone: (task) => drain.between(task),
      });
      expect(failure).toBeNull();
      return sessions;
    };
    expect(await recount()).toBe(2);
    expect(await sessionsOf("ida")).toBe(1);
    expect(await countRows(eventStore, "sessions", "visitor_id = 'gus' AND events = 2")).toBe(1);
    expect(await recount(), "Everything is right now.").toBe(0);
  });

  it("finds a store whose clock is wrong, and ignores a late response", async () => {
    const { eventStore } = stores;
    const { db } = stores.records;
    expect(await findWrongClocks({ eventStore, db, now: Date.now })).toEqual([]);
    const wrong = await findWrongClocks({ eventStore, db, now: () => Date.now() + ONE_HOUR });
    expect(wrong).toEqual([
      { store: "events", offset: expect.closeTo(-ONE_HOUR, -5) },
      { store: "records", offset: expect.closeTo(-ONE_HOUR, -5) },
    ]);
    // Both are asked an hour ago, and answer in an hour.
    let calls = 0;
    const slow = () => {
      calls += 1;
      return Date.now() + (calls <= 2 ? -ONE_HOUR : ONE_HOUR);
    };
    expect(await findWrongClocks({ eventStore, db, now: slow })).toEqual([]);
  });
});
