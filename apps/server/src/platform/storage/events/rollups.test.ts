import { NOT_FOUND_PAGE, ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import { askStore } from "../../../domains/questions/queries/askStore.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { countVisits } from "../../../testing/countVisits.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { questionOf } from "../../../testing/randomHistory.ts";
import { startTestEvents } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { reconcile } from "../reconcile.ts";
import type { EventRow } from "./eventRow.types.ts";
import type { EventStore } from "./eventStore.ts";
import { sessionsWhere } from "./queries/sessions.ts";
import { rebuildVisitors } from "./rollups.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const SPAN = { from: NOON - ONE_DAY, to: NOON + 2 * ONE_DAY };
let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

/** As in the server: one recount at a time, as if nothing else were waiting. */
const drain = { between: <Result>(task: () => Promise<Result>) => task() };
const reconcileNow = () => reconcile({ eventStore: store, drain }, { margin: 0 });
/** As if the server stopped after some parts. */
async function reconcileParts(parts: number): Promise<void> {
  const stopping = new AbortController();
  let done = 0;
  const stopIfDone = () => {
    if (done === parts) stopping.abort();
  };
  stopIfDone();
  const between: typeof drain.between = async (task) => {
    const result = await task();
    done += 1;
    stopIfDone();
    return result;
  };
  await reconcile({ eventStore: store, drain: { between } }, { margin: 0, signal: stopping.signal });
}

let inserts = 0;
async function insert(rows: readonly EventRow[]): Promise<void> {
  inserts += 1;
  await store.insert("events", rows, `rollups ${inserts}`);
}

async function emptyStore(): Promise<void> {
  for (const table of ["events", "sessions", "reconciled"]) await store.command(`TRUNCATE TABLE ${table}`);
}

type Counted = Pick<
  EventRow,
  "type" | "event" | "visitor_id" | "audience" | "path" | "source" | "message_id"
> & { at: number; session: number };

/** The same figures, counting each message once. */
async function countDirectly() {
  const rows = await store.query<Counted>(
    `SELECT message_id, type, event, visitor_id, audience, path, source, toUnixTimestamp64Milli(timestamp) AS at, session_id AS session
     FROM events_unique WHERE bot = '' ORDER BY (type != 'page', timestamp, message_id)`,
  );
  const events = rows.map((row) => ({ ...row, at: Number(row.at), session: Number(row.session) }));
  const sessions = [
    ...groupBy(
      events.filter(({ session }) => session > 0),
      ({ session, visitor_id }) => `${session} ${visitor_id}`,
    ),
  ]
    .map(([key, all]) => {
      const times = all.map(({ at }) => at);
      const pages = all.filter(({ type }) => type === "page");
      return {
        key,
        visitor: all[0]?.visitor_id,
        isCustomer: all.some(({ audience }) => audience === "customer"),
        started: Math.min(...times),
        ended: Math.max(...times),
        views: pages.length,
        events: all.length,
        entry: all[0]?.path,
        exit: (pages.at(-1) ?? all.at(-1))?.path,
        goals: [...new Set(all.filter(({ type }) => type === "track").map(({ event }) => event))].sort(),
      };
    })
    .sort(byKey);
  const visits = sessions.filter((each) => each.views > 0 && !each.isCustomer && isWithin(each.started));
  return {
    sessions,
    counts: {
      visitors: new Set(visits.map(({ visitor }) => visitor)).size,
      visits: visits.length,
      pageViews: visits.reduce((sum, { views }) => sum + views, 0),
      bounces: visits.filter(({ views }) => views === 1).length,
    },
  };
}

function groupBy(events: readonly Counted[], keyOf: (event: Counted) => string): Map<string, Counted[]> {
  const groups = new Map<string, Counted[]>();
  for (const event of events) groups.set(keyOf(event), [...(groups.get(keyOf(event)) ?? []), event]);
  return groups;
}

const isWithin = (at: number) => at >= SPAN.from && at < SPAN.to;
const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
type Sessions = Awaited<ReturnType<typeof countDirectly>>["sessions"];

async function readSessions(): Promise<Sessions> {
  const sessions = await store.query<Sessions[number] & { started: string; ended: string }>(
    `SELECT concat(toString(session_id), ' ', visitor_id) AS key, visitor_id AS visitor, audience = 'customer' AS isCustomer,
              toUnixTimestamp64Milli(session.started) AS started, toUnixTimestamp64Milli(session.ended) AS ended, views, events,
              entry_page AS entry, exit_page AS exit, goals FROM ${sessionsWhere("1")} AS session`,
  );
  return sessions
    .map((row) => ({
      ...row,
      isCustomer: Boolean(row.isCustomer),
      started: Number(row.started),
      ended: Number(row.ended),
    }))
    .sort(byKey);
}

const VISITORS = ["ann", "ben", "cat", "dan"];

/** An event of a small world, so that visitors and sessions are hit several times. */
const event = fc
  .record({
    visitor: fc.constantFrom(...VISITORS),
    minutes: fc.integer({ min: -20 * 60, max: 24 * 60 }),
    session: fc.integer({ min: 0, max: 2 }),
    type: fc.constantFrom("page", "page", "track"),
    path: fc.constantFrom("/", "/pricing", "/brain"),
    source: fc.constantFrom("(direct)", "Google", "(internal)"),
    audience: fc.constantFrom<("visitor" | "customer")[]>("visitor", "visitor", "visitor", "customer"),
    bot: fc.constantFrom("", "", "", "crawler"),
  })
  .map(({ visitor, minutes, session, ...row }) => ({
    ...row,
    event: row.type === "track" ? `goal of ${row.path}` : "",
    anonymous_id: visitor,
    timestamp: NOON + minutes * ONE_MINUTE,
    // Sessions of an hour; some events have none.
    session_id: session === 0 ? 0 : NOON + Math.floor(minutes / 60) * ONE_HOUR,
  }));

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("insert"),
      events: fc.array(event, { minLength: 1, maxLength: 12 }),
    }),
  },
  // Another instance stores the same message, with its own correction of the clock and its own session.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("duplicate"),
      index: fc.nat(),
      minutes: fc.integer({ min: -30, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete"), visitor: fc.constantFrom(...VISITORS) }) },
  { weight: 3, arbitrary: fc.constant({ kind: "reconcile" }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("interrupted"), parts: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "two at once" }) },
  { weight: 1, arbitrary: fc.constant({ kind: "merge" }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function run(each: Step, stored: EventRow[]): Promise<void> {
  if ("events" in each) {
    const rows = each.events.map((fields, index) =>
      eventRow({ ...fields, message_id: `m${stored.length + index}`, visit_source: fields.source }),
    );
    stored.push(...rows);
    await insert(rows);
  } else if ("index" in each) {
    const row = stored[each.index % Math.max(1, stored.length)];
    const later = (at: number) => at + each.minutes * ONE_MINUTE;
    if (row)
      await insert([
        { ...row, timestamp: later(row.timestamp), session_id: row.session_id && later(row.session_id) },
      ]);
  } else if ("visitor" in each) {
    const isTheirs = `visitor_id = '${each.visitor}'`;
    await store.command(`DELETE FROM events WHERE ${isTheirs}`);
    await rebuildVisitors(store, [each.visitor]);
  } else if ("parts" in each) {
    const left = each.parts;
    await reconcileParts(left);
  } else if (each.kind === "reconcile") await reconcileNow();
  else if (each.kind === "two at once") await Promise.all([reconcileNow(), reconcileNow()]);
  else for (const table of ["events", "sessions"]) await store.command(`OPTIMIZE TABLE ${table} FINAL`);
}

it("gives the figures that the events have, whatever is inserted, repeated, deleted and reconciled in any order", async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
    await emptyStore();
    const stored: EventRow[] = [];
    for (const each of steps) {
      await run(each, stored);
      expect(await readSessions()).toEqual((await countDirectly()).sessions);
    }
    // Counts of sessions do not depend on the steps, so they are queried twice: before everything is in the rollup, and afterward.
    const { sessions, counts } = await countDirectly();
    expect(await countVisits(store, SPAN)).toEqual(counts);
    await reconcileNow();
    expect(await reconcileNow()).toBe(0);
    expect(await readSessions()).toEqual(sessions);
    expect(await countVisits(store, SPAN)).toEqual(counts);
  });
  await fc.assert(property, { numRuns: IS_SOAK ? 60 : 3, endOnFailure: !IS_SOAK });
}, 600_000);

it("counts more visitors than a sketch can, exactly, though two instances store each event", async () => {
  const visitors = 65_537;
  const at = `fromUnixTimestamp64Milli(toInt64(${NOON} + number))`;
  const insertFrom = (instance: string) =>
    store.command(`
      INSERT INTO events (message_id, type, received_at, timestamp, original_timestamp, visitor_id, anonymous_id, session_id, host, path, write_key)
      SELECT concat('m', toString(number)), 'page', ${at}, ${at}, ${at}, toString(number), toString(number), ${NOON} + number, 'trellis.example', '/', '${instance}'
      FROM numbers(${visitors})`);
  const question = questionOf({ metrics: ["visitors", "visits", "pageviews"] });
  const counted = async () => (await askStore(store, question)).map(({ metrics }) => metrics);
  await emptyStore();
  await insertFrom("one");
  await insertFrom("two");
  expect(await counted()).toEqual([[visitors, visitors, visitors]]);
  await reconcileNow();
  expect(await counted()).toEqual([[visitors, visitors, visitors]]);
  await emptyStore();
}, 120_000);

it("reads reconciled sessions only from the rollup", async () => {
  await emptyStore();
  const at = (minutes: number) => NOON + minutes * ONE_MINUTE;
  await insert(
    [0, 10, 20].map((minutes) =>
      eventRow({ message_id: `m${minutes}`, timestamp: at(minutes), session_id: NOON }),
    ),
  );
  await reconcileNow();
  await store.command("TRUNCATE TABLE events");
  expect(await countVisits(store, SPAN)).toEqual({ visitors: 1, visits: 1, pageViews: 3, bounces: 0 });
});

it("counts a session with a later event once, only from its events", async () => {
  await emptyStore();
  const view = (minutes: number) =>
    eventRow({ message_id: `v${minutes}`, timestamp: NOON + minutes * ONE_MINUTE, session_id: NOON });
  await insert([view(0), view(10)]);
  await reconcileNow();
  await insert([view(20)]);
  expect(await countVisits(store, SPAN)).toEqual({ visitors: 1, visits: 1, pageViews: 3, bounces: 0 });
});

it("describes a session by its first page view, or by its last touch if that is internal", async () => {
  await emptyStore();
  const touch = {
    last_source: "newsletter",
    last_medium: "email",
    last_campaign: "june",
    last_content: "none",
  };
  const first = { visit_source: "newsletter", channel: "email", source: "(internal)", ...touch } as const;
  const place = {
    country: "DE",
    language: "de",
    screen_class: "<500",
    referrer_host: "trellis.example",
  } as const;
  const row = (message_id: string, minutes: number, overrides: Partial<EventRow>) =>
    eventRow({ message_id, session_id: NOON, timestamp: NOON + minutes * ONE_MINUTE, ...overrides });
  await insert([
    row("track", 0, { type: "track", event: "click web", path: "/early" }),
    row("page", 1, { ...first, ...place, path: "/pricing", variations: ["hero:1:b"] }),
    row("lost", 1.5, { path: "/no-such-page", name: NOT_FOUND_PAGE, source: "(internal)" }),
    row("next", 2, { path: "/brain", page_version: "v2", variations: ["hero:1:b", "cta:1:a"] }),
    row("goal", 3, { type: "track", event: "Form Sent", path: "/late" }),
  ]);
  const visitFields = { session_id: NOON + 1, anonymous_id: "ben", visit_source: "Google", source: "Google" };
  await insert([
    row("own", 5, {
      ...visitFields,
      ...touch,
      channel: "paid-search",
      utm_source: "google",
      utm_medium: "cpc",
    }),
  ]);
  const referred = { ...first, last_medium: "referral", last_campaign: "none", anonymous_id: "cat" };
  await insert([row("referred", 6, { ...referred, session_id: NOON + 2 })]);
  for (const isReconciled of [false, true]) {
    if (isReconciled) await reconcileNow();
    const sessions = await store.query(
      `SELECT * EXCEPT (session_id, started, ended, view_at) FROM ${sessionsWhere("1")} ORDER BY session_id`,
    );
    const common = {
      site: "trellis.example",
      host: "trellis.example",
      audience: "visitor",
      demo: 0,
      assigned: 0,
    };
    const machine = {
      device: "desktop",
      browser: "Chrome",
      browser_version: "140",
      os: "macOS",
      os_version: "",
    };
    const pricing = {
      locale: "en",
      variations: [],
      view_pages: ["/pricing"],
      view_hosts: ["trellis.example"],
      view_versions: [""],
    };
    const none = { utm_source: "", utm_medium: "", utm_campaign: "", utm_content: "", utm_term: "" };
    const nowhere = { country: "", language: "en", screen_class: "", referrer_host: "" };
    expect(sessions).toEqual([
      {
        ...common,
        ...machine,
        ...place,
        visitor_id: "visitor",
        views: 3,
        events: 5,
        locale: "en",
        entry_page: "/pricing",
        exit_page: "/brain",
        source: "newsletter",
        channel: "email",
        ...none,
        utm_source: "newsletter",
        utm_medium: "email",
        utm_campaign: "june",
        goals: ["Form Sent", "click web"],
        variations: ["cta:1:a", "hero:1:b"],
        view_pages: ["/pricing", "", "/brain"],
        view_hosts: ["trellis.example", "trellis.example", "trellis.example"],
        view_versions: ["", "", "v2"],
      },
      {
        ...common,
        ...machine,
        ...nowhere,
        ...pricing,
        visitor_id: "ben",
        views: 1,
        events: 1,
        goals: [],
        entry_page: "/pricing",
        exit_page: "/pricing",
        source: "Google",
        channel: "paid-search",
        ...none,
        utm_source: "google",
        utm_medium: "cpc",
      },
      {
        ...common,
        ...machine,
        ...nowhere,
        ...pricing,
        visitor_id: "cat",
        views: 1,
        events: 1,
        goals: [],
        entry_page: "/pricing",
        exit_page: "/pricing",
        source: "newsletter",
        channel: "email",
        ...none,
      },
    ]);
  }
});

it("does not recount a session whose events have expired", async () => {
  const dir = createTemporaryDir();
  const limited = await startTestEvents(dir, { retentionDays: 30 });
  const old = Math.floor(Date.now() - 29.5 * ONE_DAY);
  const session = {
    session_id: old,
    visitor_id: "ann",
    audience: "visitor",
    started: old,
    ended: old,
    views: 9,
  };
  await limited.insert("sessions", [session], "session");
  const late = eventRow({
    message_id: "late",
    anonymous_id: "ann",
    session_id: old,
    timestamp: old,
    original_timestamp: old,
  });
  await limited.insert("events", [late], "late");
  const pageViews = async () =>
    (await countVisits(limited, { from: old - ONE_HOUR, to: old + ONE_HOUR })).pageViews;
  expect(await pageViews()).toBe(9);
  await reconcile({ eventStore: limited, drain }, { margin: 0 });
  expect(await pageViews()).toBe(9);
  await limited.stop();
  removeDir(dir);
});

it("relies on the store to evaluate equal scalar subqueries of a statement once", async () => {
  const id = "(SELECT generateUUIDv4())";
  const [row] = await store.query<{ ids: number }>(
    `SELECT toUInt32(uniqExact(id)) AS ids FROM (
       SELECT ${id} AS id UNION ALL SELECT id FROM (SELECT ${id} AS id WHERE ${id} IN (SELECT ${id})))`,
  );
  expect(row).toEqual({ ids: 1 });
});
