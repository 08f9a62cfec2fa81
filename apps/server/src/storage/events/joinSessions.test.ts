import { ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import { createSessionMemory, type SessionMemory } from "../../collect/sessionMemory.ts";
import { borrowEvents } from "../../testing/borrowStores.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { reconcile } from "../reconcile.ts";
import type { EventStore } from "./eventStore.ts";
import { sessionsWhere } from "./queries/sessions.ts";

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

it("joins what a late event connects", async () => {
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

it("completes a join that was interrupted after the events were changed", async () => {
  const events = [0, 20, 40].map((minute) => ({ visitor: "ann", minute }));
  for (const event of events) await insert([event], createSessionMemory());
  const failing: typeof store = {
    ...store,
    async command(sql, params) {
      if (sql.includes("kept")) throw new Error("The process ends here.");
      await store.command(sql, params);
    },
  };
  await expect(reconcile({ eventStore: failing, drain }, { margin: 0 })).rejects.toThrow("ends here");
  await reconcileNow();
  expect(await storedVisits()).toEqual(visitsOf(events));
});

it("leaves sessions alone that clients name, and those of other visitors with the same ID", async () => {
  const own = [0, 10].map((minute) =>
    eventRow({
      message_id: `own ${minute}`,
      anonymous_id: "ben",
      session_id: NOON + minute * ONE_MINUTE,
      timestamp: NOON + minute * ONE_MINUTE,
    }),
  );
  await store.insert("events", own, "own");
  const cat = [10, 200].map((minute) => ({ visitor: "cat", minute }));
  await insert(cat, createSessionMemory());
  const ann = [0, 10].map((minute) => ({ visitor: "ann", minute }));
  for (const event of ann) await insert([event], createSessionMemory());
  await reconcileNow();
  const visits = await storedVisits();
  expect(visits.filter(({ visitor }) => visitor === "ben")).toHaveLength(2);
  expect(visits.filter(({ visitor }) => visitor !== "ben")).toEqual(visitsOf([...ann, ...cat]));
});

it("names nobody in statements that stay on disk", async () => {
  for (const minute of [0, 10]) await insert([{ visitor: "ann-on-disk", minute }], createSessionMemory());
  await reconcileNow();
  const rows = await store.query<{ command: string }>(
    "SELECT command FROM system.mutations WHERE database = currentDatabase() AND table IN ('events', 'sessions')",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("ann-on-disk");
});

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

it("gives the visits of the sorted events, in whatever order and parts they arrive", async () => {
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
