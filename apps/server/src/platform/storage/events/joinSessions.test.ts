import { ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import { createSessionMemory, type SessionMemory } from "../../../ingest/sessionMemory.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { reconcile } from "../reconcile.ts";
import type { EventStore } from "./eventStore.ts";
import { joinSessions } from "./joinSessions.ts";
import { sessionsWhere } from "./queries/sessions.ts";
import { recountMiscounted } from "./rollups.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
beforeEach(async () => {
  for (const table of ["events", "sessions", "reconciled"]) await store.command(`TRUNCATE TABLE ${table}`);
});
afterAll(async () => {
  await store.stop();
});

const drain = { between: <Result>(task: () => Promise<Result>) => task() };
const reconcileNow = () => reconcile({ eventStore: store, drain }, { margin: 0 });

interface Event {
  visitor: string;
  minute: number;
}

let inserts = 0;
/** Stores page views whose sessions the server assigns. */
async function insert(events: readonly Event[], { sessionOf }: SessionMemory): Promise<void> {
  inserts += 1;
  const rows = events.map(({ visitor, minute }, index) => {
    const timestamp = NOON + minute * ONE_MINUTE;
    return eventRow({
      message_id: `join ${inserts} ${index}`,
      anonymous_id: visitor,
      session_id: sessionOf(visitor, timestamp),
      session_assigned: 1,
      timestamp,
      path: `/${minute}`,
    });
  });
  await store.insert("events", rows, `join ${inserts}`);
}

interface Visit {
  visitor: string;
  first: number;
  last: number;
  events: number;
  entry: string;
  exit: string;
}

const inOrder = (one: Visit, other: Visit) =>
  one.visitor === other.visitor ? one.first - other.first : one.visitor < other.visitor ? -1 : 1;

/** The visits of events in the order of their times. */
function visitsOf(events: readonly Event[]): Visit[] {
  const visits: Visit[] = [];
  for (const { visitor, minute } of events.toSorted((one, other) => one.minute - other.minute)) {
    const path = `/${minute}`;
    const open = visits.findLast((visit) => visit.visitor === visitor);
    if (open && minute - open.last <= 30)
      Object.assign(open, { last: minute, exit: path, events: open.events + 1 });
    else visits.push({ visitor, first: minute, last: minute, events: 1, entry: path, exit: path });
  }
  return visits.sort(inOrder);
}

async function storedVisits(): Promise<Visit[]> {
  const minute = (time: string) =>
    `toInt32(intDiv(toUnixTimestamp64Milli(session.${time}) - ${NOON}, ${ONE_MINUTE}))`;
  const rows = await store.query<Visit>(
    `SELECT visitor_id AS visitor, ${minute("started")} AS first, ${minute("ended")} AS last, events,
            entry_page AS entry, exit_page AS exit FROM ${sessionsWhere("1")} AS session`,
  );
  return rows.sort(inOrder);
}

async function countSessionsOfEvents(): Promise<number> {
  const [row] = await store.query<{ count: number }>(
    "SELECT toUInt32(uniqExact(visitor_id, session_id)) AS count FROM events",
  );
  return row?.count ?? 0;
}

it("joins sessions connected by a late event", async () => {
  const events = [0, 40, 20].map((minute) => ({ visitor: "ann", minute }));
  const memory = createSessionMemory();
  await insert(events.slice(0, 2), memory);
  await reconcileNow();
  expect(await storedVisits()).toHaveLength(2);
  await insert(events.slice(2), memory);
  await reconcileNow();
  expect(await storedVisits()).toEqual(visitsOf(events));
  expect(await countSessionsOfEvents()).toBe(1);
});

it("joins sessions of several instances, and of a day before", async () => {
  const events = [-1441, -1430, -1420, -1410].map((minute) => ({ visitor: "ann", minute }));
  for (const event of events) await insert([event], createSessionMemory());
  await reconcileNow();
  expect(await storedVisits()).toEqual(visitsOf(events));
});

/** A store whose process ends before a statement with these words. */
const endBefore = (words: string): EventStore => ({
  ...store,
  async command(sql, params) {
    if (sql.includes(words)) throw new Error("The process ends here.");
    await store.command(sql, params);
  },
});

it("completes a join that was interrupted after the events were changed", async () => {
  const events = [0, 20, 40].map((minute) => ({ visitor: "ann", minute }));
  for (const event of events) await insert([event], createSessionMemory());
  await expect(reconcile({ eventStore: endBefore("kept"), drain }, { margin: 0 })).rejects.toThrow(
    "ends here",
  );
  await reconcileNow();
  expect(await storedVisits()).toEqual(visitsOf(events));
});

it("leaves sessions named by clients unchanged, and those of other visitors with the same ID", async () => {
  const clientEvents = [0, 10].map((minute) =>
    eventRow({
      message_id: `own ${minute}`,
      anonymous_id: "ben",
      session_id: NOON + minute * ONE_MINUTE,
      timestamp: NOON + minute * ONE_MINUTE,
    }),
  );
  await store.insert("events", clientEvents, "own");
  const cat = [10, 200].map((minute) => ({ visitor: "cat", minute }));
  await insert(cat, createSessionMemory());
  const ann = [0, 10].map((minute) => ({ visitor: "ann", minute }));
  for (const event of ann) await insert([event], createSessionMemory());
  await reconcileNow();
  const visits = await storedVisits();
  expect(visits.filter(({ visitor }) => visitor === "ben")).toHaveLength(2);
  expect(visits.filter(({ visitor }) => visitor !== "ben")).toEqual(visitsOf([...ann, ...cat]));
});

it("has no visitor IDs in statements that stay on disk", async () => {
  for (const minute of [0, 10]) await insert([{ visitor: "ann-on-disk", minute }], createSessionMemory());
  await reconcileNow();
  const rows = await store.query<{ command: string }>(
    "SELECT command FROM system.mutations WHERE database = currentDatabase() AND table IN ('events', 'sessions')",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("ann-on-disk");
});

/** The store, with a list of its statements that change events. */
function watchMutations(onMutation: () => Promise<void> = async () => undefined) {
  const params: Record<string, unknown>[] = [];
  const eventStore: EventStore = {
    ...store,
    async command(sql, values = {}) {
      await store.command(sql, values);
      if (!sql.startsWith("ALTER TABLE events UPDATE")) return;
      params.push(values);
      await onMutation();
    },
  };
  return { eventStore, params };
}

const DAY = ONE_DAY / ONE_MINUTE;
/** As if each event arrived at a different instance, so that each gets its own session. */
async function insertSplit(events: readonly Event[]): Promise<void> {
  const memories = new Map(events.map((event) => [event, createSessionMemory()]));
  const sessionOf = (visitor: string, timestamp: number) => {
    const event = events.find(
      (each) => each.visitor === visitor && NOON + each.minute * ONE_MINUTE === timestamp,
    );
    return (memories.get(event as Event) as SessionMemory).sessionOf(visitor, timestamp);
  };
  await insert(events, { sessionOf });
}

it("changes events of many days by one mutation", async () => {
  const days = Array.from({ length: 20 }, (_, index) => -index * DAY);
  const events = days.flatMap((day) =>
    [0, 40, 20].map((minute) => ({ visitor: "ann", minute: day + minute })),
  );
  await insertSplit(events);
  const { eventStore, params } = watchMutations();
  await reconcile({ eventStore, drain }, { margin: 0 });
  expect(params).toHaveLength(1);
  expect(await storedVisits()).toEqual(visitsOf(events));
});

it("joins sessions whose days are far apart", async () => {
  const events = [0, 20, -90 * DAY, -90 * DAY + 10, -8 * DAY, -8 * DAY + 30].map((minute) => ({
    visitor: "ann",
    minute,
  }));
  await insertSplit(events);
  await reconcileNow();
  expect(await storedVisits()).toEqual(visitsOf(events));
});

it("joins large groups in steps", async () => {
  const events = ["ann", "ben"].flatMap((visitor) =>
    [0, 30, 60, 80, 100, 200, 210].map((minute) => ({ visitor, minute })),
  );
  await insertSplit(events);
  await expect(reconcile({ eventStore: endBefore("ALTER TABLE"), drain }, { margin: 0 })).rejects.toThrow(
    "ends here",
  );
  const steps = watchMutations();
  const day = Math.floor(NOON / ONE_DAY);
  await joinSessions(steps.eventStore, { days: [day], version: "0", alone: drain.between, mostMoved: 3 });
  expect(steps.params.map(({ moved }) => String(moved).split(",").length)).toEqual([3, 3, 3, 1]);
  await reconcileNow();
  expect(await storedVisits()).toEqual(visitsOf(events));
  expect(await countSessionsOfEvents()).toBe(4);
});

it("sends short statements, regardless of the number of sessions", async () => {
  const sessionOf = (_visitor: string, timestamp: number) => timestamp;
  const visitors = Array.from({ length: 2500 }, (_, index) => `visitor ${index}`);
  const events = visitors.flatMap((visitor) => [0, 20].map((minute) => ({ visitor, minute })));
  await insert(events, { sessionOf });
  let longest = 0;
  const measure = (params: Record<string, unknown> = {}) => {
    const address = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) address.set(name, String(value));
    longest = Math.max(longest, address.toString().length);
  };
  const measured: EventStore = {
    ...store,
    query(sql, params) {
      measure(params);
      return store.query(sql, params);
    },
    command(sql, params) {
      measure(params);
      return store.command(sql, params);
    },
  };
  await reconcile({ eventStore: measured, drain }, { margin: 0 });
  expect(longest).toBeLessThan(100_000);
  expect(await countSessionsOfEvents()).toBe(visitors.length);
  expect(await storedVisits()).toEqual(visitsOf(events));
});

it("keeps what another instance counts while it waits for the mutation", async () => {
  const early = [0, 20].map((minute) => ({ visitor: "ann", minute }));
  await insertSplit(early);
  const late = { visitor: "ann", minute: 45 };
  const { eventStore } = watchMutations(async () => {
    await insert([late], { sessionOf: () => NOON });
    await reconcileNow();
  });
  await reconcile({ eventStore, drain }, { margin: 0 });
  expect(await rowsOfRollup()).toEqual([3]);
  expect(await storedVisits()).toEqual(visitsOf([...early, late]));
});

it("keeps a session that another instance continues while it waits for the mutation", async () => {
  const early = [0, 20].map((minute) => ({ visitor: "ann", minute }));
  await insertSplit(early);
  const late = { visitor: "ann", minute: 45 };
  let isCounted = false;
  const other: EventStore = {
    ...store,
    async command(sql, params) {
      // Ends after counting and before joining.
      if (isCounted) throw new Error("The other process ends here.");
      await store.command(sql, params);
      isCounted = sql.includes("INSERT INTO sessions");
    },
  };
  const { eventStore } = watchMutations(async () => {
    await insert([late], { sessionOf: () => NOON + 20 * ONE_MINUTE });
    await expect(reconcile({ eventStore: other, drain }, { margin: 0 })).rejects.toThrow("ends here");
  });
  await reconcile({ eventStore, drain }, { margin: 0 });
  expect((await rowsOfRollup()).reduce((sum, events) => sum + events, 0)).toBe(3);
});

it("stops waiting for a mutation", async () => {
  await insertSplit([0, 20].map((minute) => ({ visitor: "ann", minute })));
  const stopping = new AbortController();
  let queries = 0;
  const { eventStore } = watchMutations(async () => stopping.abort());
  const endless: EventStore = {
    ...eventStore,
    async query<Row>(sql: string, params?: Record<string, unknown>) {
      if (!sql.includes("system.mutations")) return store.query<Row>(sql, params);
      queries += 1;
      // Nothing before the mutation, which then never ends.
      return (stopping.signal.aborted ? [{ reason: "" }] : []) as Row[];
    },
  };
  await reconcile({ eventStore: endless, drain }, { margin: 0, signal: stopping.signal });
  expect(queries).toBe(2);
});

it("adds no mutation after a failing one", async () => {
  await insertSplit([0, 20].map((minute) => ({ visitor: "ann", minute })));
  const { eventStore, params } = watchMutations();
  const failing: EventStore = {
    ...eventStore,
    async query<Row>(sql: string, given?: Record<string, unknown>) {
      if (sql.includes("system.mutations")) return [{ reason: "The disk is full." }] as Row[];
      return store.query<Row>(sql, given);
    },
  };
  await expect(reconcile({ eventStore: failing, drain }, { margin: 0 })).rejects.toThrow("The disk is full.");
  expect(params).toEqual([]);
});

it("deletes rows without events that an interrupted join left, at the nightly comparison", async () => {
  // The sessions are on two days, so recounting the later one does not join them.
  const events = [-730, -715].map((minute) => ({ visitor: "ann", minute }));
  await insertSplit(events);
  await expect(
    reconcile({ eventStore: endBefore("DELETE FROM sessions"), drain }, { margin: 0 }),
  ).rejects.toThrow("ends here");
  // As if an instance of an earlier version, which joins nothing, counted the rest.
  await store.command("INSERT INTO reconciled SELECT now64(3)");
  expect(await rowsOfRollup()).toHaveLength(2);
  const recount = () => recountMiscounted(store, NOON + ONE_DAY, { alone: drain.between });
  expect(await recount()).toEqual({ sessions: 1, failure: null });
  expect(await storedVisits()).toEqual(visitsOf(events));
  expect(await rowsOfRollup()).toEqual([2]);
  expect(await recount()).toEqual({ sessions: 0, failure: null });
});

/** Events of each session in the rollup. */
async function rowsOfRollup(): Promise<number[]> {
  const rows = await store.query<{ events: number }>("SELECT events FROM sessions FINAL ORDER BY session_id");
  return rows.map(({ events }) => events);
}

const step = fc.record({
  events: fc.array(
    fc.record({
      visitor: fc.constantFrom("ann", "ben", "cat"),
      minute: fc.integer({ min: -1500, max: 400 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  instance: fc.constantFrom(0, 0, 1),
  restarts: fc.boolean(),
  reconciles: fc.boolean(),
});

it("results in the visits of the sorted events, in whatever order and batches they arrive", async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
    for (const table of ["events", "sessions", "reconciled"]) await store.command(`TRUNCATE TABLE ${table}`);
    const memories = [createSessionMemory(), createSessionMemory()];
    for (const { events, instance, restarts, reconciles } of steps) {
      if (restarts) memories[instance] = createSessionMemory();
      await insert(events, memories[instance] as SessionMemory);
      if (reconciles) await reconcileNow();
    }
    await reconcileNow();
    const expected = visitsOf(steps.flatMap(({ events }) => events));
    expect(await storedVisits()).toEqual(expected);
    expect(await countSessionsOfEvents()).toBe(expected.length);
  });
  await fc.assert(property, { numRuns: IS_SOAK ? 60 : 6, endOnFailure: !IS_SOAK });
}, 600_000);
