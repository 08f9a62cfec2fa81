import { type Goal, NOT_SET, ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { checkQuery, type SentQuery } from "../domains/questions/checkQuery.ts";
import type { Question } from "../domains/questions/queries/question.types.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../platform/storage/events/eventStore.ts";
import { eventRow } from "./eventRow.ts";

/*
 * Random histories of a few visitors, and filters, for tests that compare queries with each other and with plain counting.
 */

export const NOON = Date.UTC(2026, 5, 1, 12);
export const RANGE = { from: NOON, to: NOON + ONE_DAY };
export const GOALS: Goal[] = [
  { id: 1, name: "Pricing", condition: { kind: "page", match: "contains", path: "pric" }, value: null },
  { id: 2, name: "Home", condition: { kind: "page", match: "is", path: "/" }, value: null },
  {
    id: 3,
    name: "Sent",
    condition: { kind: "event", event: "Form Sent", properties: [{ name: "plan", value: "pro" }] },
    value: 5,
  },
];

export const drain = { between: <Result>(task: () => Promise<Result>) => task() };
let inserts = 0;
/** Empties the store, and fills it with a history. */
export async function fill(store: Pick<EventStore, "command" | "insert">, world: World): Promise<void> {
  inserts += 1;
  for (const table of ["events", "sessions", "reconciled", "leads"])
    await store.command(`TRUNCATE TABLE ${table}`);
  await store.insert("events", world.events, `events ${inserts}`);
  await store.insert("leads", world.leads, `leads ${inserts}`);
}

export interface LeadRow {
  id: string;
  version: number;
  site: string;
  timestamp: number;
  kind: string;
  form: string;
  status: string;
  value: number;
  has_meeting: number;
  path: string;
  locale: string;
  audience: string;
  consented: 0 | 1;
  visitor_id: string;
  session_id: number;
  channel: string;
  country: string;
}
export interface World {
  events: EventRow[];
  leads: LeadRow[];
}

export const pick = <Value>(...values: Value[]) => fc.constantFrom(...values);
const startWithin = (hours: { min: number; max: number }) =>
  fc.integer(hours).map((hour) => NOON + hour * ONE_HOUR + 7 * ONE_MINUTE);
const eventOfWorld = (session: fc.Arbitrary<number>) =>
  fc.record({
    visitor: pick("ann", "ben", "eve"),
    session,
    minutes: fc.integer({ min: 0, max: 150 }),
    isPage: fc.boolean(),
    event: pick("Form Sent", "click web"),
    path: pick("/", "/pricing", "/lost"),
    host: pick("trellis.example", "docs.trellis.example"),
    country: pick("DE", "FR", ""),
    channel: pick("direct", "email"),
    variations: pick<string[]>([], ["exp:1:a"], ["exp:1:b", "old:1:a"]),
    plan: pick("", "pro", "free"),
    customer: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    bot: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  });
const leadOfWorld = (session: fc.Arbitrary<number>) =>
  fc.record({
    /** The event whose visit it belongs to; most visits of other leads are not stored. */
    event: fc.option(fc.nat(99), { freq: 3, nil: undefined }),
    visitor: pick("ann", "ben", "eve"),
    session,
    minutes: fc.integer({ min: 0, max: 150 }),
    consented: fc.boolean(),
    status: pick("new", "won", "spam"),
    value: pick(0, 0.1, 1200.25, 99_999_999.99),
    hasMeeting: fc.boolean(),
    form: pick("sales", "demo"),
    channel: pick("direct", "email"),
    country: pick("DE", ""),
    isCustomer: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  });
/** Visitor and session of an event; nothing without one. */
const visitOf = (events: readonly { visitor: string; session: number }[], index?: number) => {
  const event = index === undefined ? undefined : events[index % events.length];
  return event && { visitor: event.visitor, session: event.session };
};

/** Histories whose visits start within these hours from the start of {@link RANGE}. */
export const createWorld = (hours: { min: number; max: number }): fc.Arbitrary<World> =>
  fc
    .record({
      events: fc.array(eventOfWorld(startWithin(hours)), { minLength: 3, maxLength: 25 }),
      leads: fc.array(leadOfWorld(startWithin(hours)), { maxLength: 6 }),
    })
    .map(({ events, leads }) => ({
      events: events.map((each, index) =>
        eventRow({
          message_id: `m${index}`,
          anonymous_id: each.visitor,
          visitor_id: each.visitor,
          session_id: each.session,
          timestamp: each.session + each.minutes * ONE_MINUTE,
          type: each.isPage ? "page" : "track",
          event: each.isPage ? "" : each.event,
          name: each.path === "/lost" ? "Not found" : "",
          path: each.path,
          host: each.host,
          country: each.country,
          channel: each.channel as EventRow["channel"],
          variations: each.variations,
          properties: each.plan === "" ? "{}" : JSON.stringify({ plan: each.plan }),
          audience: each.customer ? "customer" : "visitor",
          bot: each.bot ? "crawler" : "",
        }),
      ),
      leads: leads
        .map((lead) => ({ ...lead, ...visitOf(events, lead.event) }))
        .map((each, index) => ({
          id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
          version: 1,
          site: "trellis.example",
          timestamp: each.session + each.minutes * ONE_MINUTE,
          kind: "contact",
          form: each.form,
          status: each.status,
          value: each.value,
          has_meeting: each.hasMeeting ? 1 : 0,
          path: "/sales",
          locale: "en",
          audience: each.isCustomer ? "customer" : "visitor",
          consented: each.consented ? 1 : 0,
          visitor_id: each.consented ? each.visitor : "",
          session_id: each.consented ? each.session : 0,
          channel: each.consented ? each.channel : "",
          country: each.consented ? each.country : "",
        })),
    }));

/** Pages and events of a crowd, the frequent ones twice. */
const DONE = (
  [
    { path: "/" },
    { path: "/pricing" },
    { event: "Form Sent" },
    { event: "click web", plan: "pro" },
    { path: "/" },
    { path: "/pricing" },
    { event: "Form Sent", plan: "pro" },
    { event: "click web" },
    { path: "/lost" },
    { path: "/docs" },
  ] as { path?: string; event?: string; plan?: string }[]
).map(({ path = "/", event = "", plan }) => ({
  path,
  event,
  name: path === "/lost" ? "Not found" : "",
  type: event === "" ? ("page" as const) : ("track" as const),
  properties: plan ? JSON.stringify({ plan }) : "{}",
}));
/** Add up to the time limits of funnels, exactly. */
const GAPS = [0, 0, 1, 5, 10, 10, 20, 30, 60, 120, 180].map((minutes) => minutes * ONE_MINUTE);
/** Instead of the event's own time. */
const EDGES = [RANGE.from - 1, RANGE.from, RANGE.to - 1, RANGE.to];
const visitOfCrowd = fc.record({
  start: startWithin({ min: -3, max: 23 }),
  events: fc.array(
    fc.record({
      done: pick(...DONE),
      gap: pick(...GAPS),
      edge: fc.integer({ min: 0, max: 39 }).map((number) => EDGES[number]),
      country: pick("DE", "FR", ""),
      channel: pick<EventRow["channel"]>("direct", "email"),
      variations: pick<string[]>([], ["exp:1:a"], ["exp:1:b", "old:1:a"]),
      bot: fc.integer({ min: 0, max: 19 }).map((number) => (number === 0 ? "crawler" : "")),
    }),
    { minLength: 2, maxLength: 8 },
  ),
});

/**
 * Many visitors whose few pages and events follow each other in every order, at the same time, just within the time limits of funnels, and at both ends of
 * {@link RANGE}. Detects faults in the order of events, which single worlds are too sparse for. There are no known customers and no leads.
 */
export const createCrowd = (size: number): fc.Arbitrary<World> =>
  // The first run of a property is biased toward small values, which rarely collide.
  fc
    .noBias(
      fc.array(fc.array(visitOfCrowd, { minLength: 1, maxLength: 3 }), { minLength: size, maxLength: size }),
    )
    .map((visitors) => ({
      leads: [],
      events: visitors.flatMap((visits, visitor) =>
        visits.flatMap(({ start, events }, visit) => {
          let at = start;
          return events.map(({ done, gap, edge, ...fields }, index) => {
            at += gap;
            const id = `visitor ${visitor}`;
            return eventRow({
              message_id: `${id} ${visit} ${index}`,
              anonymous_id: id,
              visitor_id: id,
              // Two visits can start at the same time.
              session_id: start + visit,
              timestamp: edge ?? at,
              ...done,
              ...fields,
            });
          });
        }),
      ),
    }));

const leaf = fc.oneof(
  fc.tuple(
    pick("is", "is_not", "contains", "contains_not"),
    pick("visit:country"),
    pick(["DE"], ["FR", NOT_SET]),
  ),
  fc.tuple(pick("is", "is_not"), pick("visit:variation"), pick(["exp:1:a"], [NOT_SET, "old:1:a"])),
  fc.tuple(
    pick("is", "is_not", "contains", "matches", "matches_not"),
    pick("event:page"),
    pick(["/"], ["/pricing", "/lost"]),
  ),
  fc.tuple(
    pick("is", "is_not"),
    pick("event:hostname"),
    pick(["trellis.example"], ["trellis.example", NOT_SET]),
  ),
  fc.tuple(pick("is"), pick("event:goal"), pick(["Sent"], ["Pricing", "Sent"])),
  fc.tuple(pick("is", "is_not"), pick("event:name"), pick(["Form Sent"])),
  fc.tuple(pick("is", "is_not"), pick("event:props:plan"), pick(["pro"], [NOT_SET])),
  fc.tuple(pick("is"), pick("visit:audience"), pick(["customer"])),
  fc.tuple(pick("is", "is_not"), pick("lead:form"), pick(["sales"])),
);
/** Filters of any depth. Not all of them are accepted: see {@link isValid}. */
export const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.tuple(pick("and", "or"), fc.array(tie("tree"), { minLength: 1, maxLength: 2 })),
    fc.tuple(pick("not", "has_done", "has_not_done"), tie("tree")),
  ),
}));
/** Whether a query passes the checks; others are skipped. */
export function isValid(query: unknown): query is SentQuery {
  try {
    const sent = { site_id: "x", date_range: "day", ...(query as object) } as SentQuery;
    checkQuery(sent, { goals: GOALS, segment: () => undefined });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A query as a question about {@link RANGE}. */
export function questionOf(query: Pick<SentQuery, "metrics" | "dimensions" | "filters">): Question {
  const sent = { site_id: "trellis.example", date_range: "day", ...query };
  const { metrics, dimensions, conditions, order, goals } = checkQuery(sent, {
    goals: GOALS,
    segment: () => undefined,
  });
  return {
    range: RANGE,
    tz: "UTC",
    weekStart: 1,
    limit: 10_000,
    offset: 0,
    metrics,
    dimensions: dimensions as Question["dimensions"],
    conditions,
    order,
    goals,
  };
}
