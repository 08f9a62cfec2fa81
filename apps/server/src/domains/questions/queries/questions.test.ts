import { NO_CONSENT, NOT_SET, ONE_HOUR } from "@marquee/contract";
import type { FigureMetric, FigureTotals } from "@marquee/contract/schema";
import fc from "fast-check";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { queryRecentSessions } from "../../../platform/storage/events/queries/sessions.ts";
import { reconcile } from "../../../platform/storage/reconcile.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import {
  createWorld,
  drain,
  fill,
  isValid,
  type LeadRow,
  NOON,
  pick,
  questionOf,
  tree,
  type World,
} from "../../../testing/randomHistory.ts";
import { isLost, reaches, type Visit, visitsOf } from "../../../testing/visitsOf.ts";
import type { SentQuery } from "../checkQuery.ts";
import { askStore } from "./askStore.ts";
import { canCompareAtOnce } from "./compileQuestion.ts";
import { everyDimensionIn, usesEvents } from "./conditions.ts";
import { type FigureRowsQuestion, queryFigureRows, type StoredFigureRows } from "./figureRows.ts";
import { FROM, TO } from "./periods.ts";
import type { Condition, Question } from "./question.types.ts";
import { compileSelection } from "./selection.ts";
import { sessionsInRange } from "./visits.ts";

/** Overlaps the range, so that some visits are in both. */
const EARLIER = { from: NOON - 6 * ONE_HOUR, to: NOON + 3 * ONE_HOUR };

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

/** The worlds of these tests cover one day. */
const world = createWorld({ min: -4, max: 26 });

/** The store runs this many queries at a time. On a busy machine, further ones would exceed the query timeout while queued. */
const turns = pLimit(4);

/** @returns rows by their dimensions. */
const ask = (question: Question) => turns(() => askStore(store, question));

const METRIC_SETS = [
  [
    "visitors",
    "visits",
    "pageviews",
    "views_per_visit",
    "bounce_rate",
    "visit_duration",
    "leads",
    "lead_rate",
  ],
  ["visitors", "visits", "pageviews", "events"],
  ["visitors", "conversion_rate", "group_conversion_rate", "events"],
  ["visitors", "pageviews", "time_on_page", "percentage"],
  ["leads"],
  ["leads", "meetings", "won_leads", "won_value"],
];
const DIMENSION_NAMES = [
  "visit:country",
  "visit:channel",
  "visit:entry_page",
  "visit:exit_page",
  "visit:variation",
  "visit:audience",
  "event:page",
  "event:hostname",
  "event:goal",
  "event:name",
  "event:props:plan",
  "time:hour",
  "time:day",
  "lead:form",
];
const sentQuery = fc.record({
  metrics: pick(...METRIC_SETS).map((metrics) => [...metrics]),
  dimensions: fc.uniqueArray(pick(...DIMENSION_NAMES), { maxLength: 2 }),
  filters: fc.array(tree, { maxLength: 2 }),
});

/** The same result, counted directly and slowly by the definitions in docs/questions.md. */
function countDirectly(
  { events, leads }: World,
  { metrics, dimensions, conditions, goals, range }: Question,
) {
  const mentioned = [...dimensions, ...leaves(conditions).map(({ dimension }) => dimension)] as string[];
  const includesCustomers = mentioned.includes("visit:audience");
  const sessions = visitsOf(events).filter(({ isCustomer }) => includesCustomers || !isCustomer);
  const visits = sessions.filter(({ views }) => views.length > 0);
  const isOfEvent = (name: string) =>
    ["event:goal", "event:name"].includes(name) || name.startsWith("event:props:");
  const isOfView = (name: string) => ["event:page", "event:hostname"].includes(name);
  const dimensionsIn = (list: readonly Condition[]) =>
    ownLeaves(list).map(({ dimension }) => dimension as string);
  const inRange = (at: number) => at >= range.from && at < range.to;
  const leadConditions = conditions.filter((each) =>
    dimensionsIn([each]).some((name) => name.startsWith("lead:")),
  );
  const otherConditions = conditions.filter((each) => !leadConditions.includes(each));

  const groups = new Map<string, ReturnType<typeof emptyGroup>>();
  const group = (key: readonly string[]) => {
    const text = JSON.stringify(key);
    const grouped = groups.get(text) ?? emptyGroup();
    groups.set(text, grouped);
    return grouped;
  };
  type Place = { visit?: Visit; event?: EventRow; goal?: string; at: number; lead?: LeadRow };
  const valuesOf = (name: string, { visit, event, goal, at, lead }: Place): string[] => {
    const text = (value: string | undefined) => [value || NOT_SET];
    if (name === "time:hour") return [String(Math.floor(at / ONE_HOUR) * 3600)];
    if (name === "time:day") return [new Date(at).toISOString().slice(0, 10)];
    if (name === "lead:form") return text(lead?.form);
    if (name === "event:goal") return text(goal);
    if (name === "event:name") return text(event?.event);
    if (name === "event:page") return text(isLost(event) ? "" : event?.path);
    if (name === "event:hostname") return text(event?.host);
    if (name === "event:props:plan") return text(JSON.parse(event?.properties ?? "{}").plan);
    if (lead && !lead.consented) return [NO_CONSENT];
    if (lead && !visit) {
      const stored: Record<string, string> = {
        "visit:channel": lead.channel,
        "visit:audience": lead.audience,
        "visit:country": lead.country,
      };
      return text(stored[name]);
    }
    if (name === "visit:variation") return visit?.variations.length ? visit.variations : [NOT_SET];
    const values: Record<string, string | undefined> = {
      "visit:country": visit?.first.country,
      "visit:channel": visit?.first.channel,
      "visit:entry_page": visit?.first.path,
      "visit:exit_page": visit?.exitPage,
      "visit:audience": visit?.isCustomer ? "customer" : "visitor",
    };
    return text(values[name]);
  };
  const isOfGoals = [...dimensions, ...dimensionsIn(otherConditions)].some((name) => name === "event:goal");
  const isEventScope = dimensions.some(isOfEvent) || dimensionsIn(otherConditions).some(isOfEvent);

  const hitsOf = (visit: Visit, names: readonly string[]) =>
    // Conversions belong to visits.
    (names.includes("event:goal") && visit.views.length === 0 ? [] : visit.events)
      .filter(({ timestamp, type }) => inRange(timestamp) && ["page", "track"].includes(type))
      .flatMap((event) =>
        names.includes("event:goal")
          ? goals.filter((goal) => reaches(event, goal)).map(({ name }) => ({ event, goal: name }))
          : [{ event, goal: "" }],
      );
  const test = (condition: Condition, place: Place): boolean => {
    if ("dimension" in condition) {
      const { operator, values } = condition;
      const isNot = operator.endsWith("_not");
      const kind = isNot ? operator.slice(0, -4) : operator;
      const any = valuesOf(condition.dimension, place).some((value) =>
        values.some((wanted) => {
          const missing = value === NOT_SET || (kind !== "is" && value === NO_CONSENT) ? "" : value;
          const text = wanted === NOT_SET ? "" : wanted;
          if (kind === "is") return missing === text;
          return kind === "contains" ? missing.includes(text) : new RegExp(text).test(missing);
        }),
      );
      return any !== isNot;
    }
    if ("conditions" in condition) {
      return condition.operator === "and"
        ? condition.conditions.every((each) => test(each, place))
        : condition.conditions.some((each) => test(each, place));
    }
    const inner = condition.condition;
    if (condition.operator === "not") return !test(inner, place);
    const visit = place.visit as Visit;
    const names = leaves([inner]).map(({ dimension }) => dimension as string);
    const isDone = names.some(isOfEvent)
      ? hitsOf(visit, names).some(({ event, goal }) =>
          test(inner, { visit, event, goal, at: event.timestamp }),
        )
      : visit.views.some((event) => test(inner, { visit, event, at: event.timestamp }));
    return isDone === (condition.operator === "has_done");
  };
  const all = (list: readonly Condition[], place: Place) => list.every((each) => test(each, place));
  const each = (place: Place, add: (group: ReturnType<typeof emptyGroup>) => void) => {
    let keys: string[][] = [[]];
    for (const dimension of dimensions)
      keys = keys.flatMap((key) => valuesOf(dimension, place).map((value) => [...key, value]));
    for (const key of keys) add(group(key));
  };
  const ofViewsOnly = otherConditions.filter(
    (each) => dimensionsIn([each]).some(isOfView) && !dimensionsIn([each]).some(isOfEvent),
  );
  const viewsMatch = (visit: Visit, event: EventRow) =>
    all(otherConditions, { visit, event, at: event.timestamp });
  const isRanked = (event: EventRow) => !dimensions.includes("event:page" as never) || !isLost(event);
  const matchesByEvent = (visit: Visit) =>
    hitsOf(visit, [...dimensions, ...dimensionsIn(otherConditions)]).some(({ event, goal }) =>
      all(otherConditions, { visit, event, goal, at: event.timestamp }),
    );
  const matches = (visit: Visit) => {
    if (dimensionsIn(otherConditions).some(isOfEvent)) return matchesByEvent(visit);
    const ofViews = otherConditions.filter((condition) => dimensionsIn([condition]).some(isOfView));
    return (
      all(
        otherConditions.filter((condition) => !ofViews.includes(condition)),
        { visit, at: visit.started },
      ) &&
      (ofViews.length === 0 ||
        visit.views.some((event) => all(ofViews, { visit, event, at: event.timestamp })))
    );
  };

  for (const visit of sessions) {
    for (const { event, goal } of hitsOf(visit, [...dimensions, ...dimensionsIn(otherConditions)])) {
      const place = { visit, event, goal, at: event.timestamp };
      if (!all(otherConditions, place) || !isRanked(event)) continue;
      each(place, (counts) => {
        counts.events += 1;
        if (!isEventScope) return;
        const isSameRow = (view: EventRow) =>
          dimensions
            .filter((name) => isOfView(name) || name.startsWith("time:"))
            .every(
              (name) =>
                valuesOf(name, { visit, event: view, at: view.timestamp })[0] === valuesOf(name, place)[0],
            );
        const viewed = visit.views.filter(
          (view) => inRange(view.timestamp) && all(ofViewsOnly, { visit, event: view, at: view.timestamp }),
        );
        if (!mentioned.includes("event:goal") || viewed.length > 0) counts.visitors.add(visit.visitor);
        if (viewed.some(isSameRow)) counts.rowVisitors.add(visit.visitor);
        if (isOfGoals) counts.viewsOfVisits.set(visit, viewed.filter(isSameRow).length);
        else if (event.type === "page") counts.pageviews += 1;
        if (inRange(visit.started)) counts.visits.add(visit);
      });
    }
  }
  for (const visit of visits) {
    const counted = visit.views.filter((event) => viewsMatchOrEvent(visit, event) && isRanked(event));
    if (!isEventScope) {
      for (const event of counted) {
        const place = { visit, event, at: event.timestamp };
        const next = visit.views[visit.views.indexOf(event) + 1]?.timestamp ?? visit.ended;
        if (inRange(event.timestamp)) {
          each(place, (counts) => {
            counts.visitors.add(visit.visitor);
            counts.pageviews += 1;
            counts.pageTime += next - event.timestamp;
            counts.pageVisits.add(visit);
          });
        }
        if (dimensions.some(isOfView) && inRange(visit.started))
          each({ ...place, at: visit.started }, (counts) => counts.visits.add(visit));
      }
    }
    if (
      !dimensions.some(isOfView) &&
      !dimensions.some(isOfEvent) &&
      inRange(visit.started) &&
      matches(visit)
    ) {
      each({ visit, at: visit.started }, (counts) => {
        counts.visits.add(visit);
        counts.sums.add(visit);
      });
    }
  }
  function viewsMatchOrEvent(visit: Visit, event: EventRow) {
    return isEventScope ? false : viewsMatch(visit, event);
  }
  for (const lead of leads) {
    if (lead.status === "spam" || !inRange(lead.timestamp)) continue;
    if (!all(leadConditions, { lead, at: lead.timestamp })) continue;
    const leadVisit = lead.consented
      ? visitsOf(events).find(
          (one) =>
            one.views.length > 0 &&
            one.visitor === lead.visitor_id &&
            one.events[0]?.session_id === lead.session_id,
        )
      : undefined;
    // A visit that ended more than an hour before the range is not looked up.
    const visit =
      leadVisit && leadVisit.ended >= range.from - ONE_HOUR && leadVisit.started < range.to
        ? leadVisit
        : undefined;
    const place = { ...(visit ? { visit } : {}), lead, at: lead.timestamp };
    const ofVisits = otherConditions.filter((each) => isOnly(each, (name) => name.startsWith("visit:")));
    const ofRest = otherConditions.filter((each) => !ofVisits.includes(each));
    if (!all(ofVisits, place)) continue;
    const isOfHosts = ofRest.every((each) => isOnly(each, (name) => name === "event:hostname"));
    if (visit ? ofRest.length > 0 && !matches(visit) : !(isOfHosts && all(ofRest, place))) continue;
    const add = (counts: ReturnType<typeof emptyGroup>) => {
      counts.leads.add(lead);
    };
    const ofEvents = dimensionsIn(otherConditions).some(isOfEvent);
    if (!dimensions.some(isOfView) || (!visit && !dimensions.includes("event:page"))) each(place, add);
    else if (visit)
      for (const { event, goal } of ofEvents
        ? hitsOf(visit, dimensionsIn(otherConditions))
        : visit.views.map((event) => ({ event, goal: "" })))
        if (all(otherConditions, { visit, event, goal, at: event.timestamp }) && isRanked(event))
          each({ visit, event, lead, at: lead.timestamp }, add);
  }

  const everyone = visitorsOf(
    conditions.filter((each) => !("dimension" in each && each.dimension === "event:goal")),
  );
  function visitorsOf(list: readonly Condition[]) {
    const wanted = {
      metrics: ["visitors"],
      dimensions: [],
      conditions: list,
      goals,
      range,
    } as unknown as Question;
    return Number(
      metrics.some((metric) => metric.endsWith("conversion_rate")) &&
        (dimensions.length > 0 || list.length < conditions.length)
        ? (countDirectly({ events, leads }, wanted)[0]?.metrics[0] ?? 0)
        : 0,
    );
  }
  const groupTotals = () => {
    const rest = dimensions.filter((dimension) => dimension !== "event:goal");
    const wanted = {
      metrics: ["visitors"],
      dimensions: rest,
      conditions: conditions.filter((each) => !("dimension" in each && each.dimension === "event:goal")),
      goals,
      range,
    } as unknown as Question;
    return new Map(
      countDirectly({ events, leads }, wanted).map((row) => [JSON.stringify(row.dimensions), row.metrics[0]]),
    );
  };
  const totalOfGroups = metrics.includes("group_conversion_rate") ? groupTotals() : new Map();
  const allVisitors = metrics.includes("percentage")
    ? Number(
        countDirectly({ events, leads }, {
          metrics: ["visitors"],
          dimensions: [],
          conditions,
          goals,
          range,
        } as unknown as Question)[0]?.metrics[0] ?? 0,
      )
    : 0;
  if (dimensions.length === 0) group([]);
  return [...groups]
    .map(([key, counts]) => {
      const names = JSON.parse(key) as string[];
      const sum = (value: (visit: Visit) => number) =>
        [...counts.sums].reduce((total, visit) => total + value(visit), 0);
      const started = metrics.some((metric) =>
        ["views_per_visit", "bounce_rate", "visit_duration"].includes(metric),
      )
        ? isEventScope
          ? counts.visits
          : counts.sums
        : counts.visits;
      const ratio = (of: number, by: number, digits = 2) =>
        by === 0 ? null : Math.round((of / by) * 10 ** digits) / 10 ** digits;
      const consented = [...counts.leads].filter(
        (lead) => lead.consented === 1 && lead.audience !== "customer",
      ).length;
      const won = [...counts.leads].filter((lead) => lead.status === "won");
      const groupNames = names.filter((_, index) => dimensions[index] !== "event:goal");
      const values: Record<string, number | null> = {
        visitors: counts.visitors.size,
        visits: counts.visits.size,
        pageviews:
          counts.pageviews + [...counts.viewsOfVisits.values()].reduce((sum, views) => sum + views, 0),
        events: counts.events,
        views_per_visit: ratio(
          sum(({ views }) => views.length),
          started.size,
        ),
        bounce_rate: ratio(
          sum(({ views }) => (views.length === 1 ? 100 : 0)),
          started.size,
        ),
        visit_duration: ratio(
          sum(({ started, ended }) => (ended - started) / 1000),
          started.size,
          0,
        ),
        time_on_page: ratio(counts.pageTime / 1000, counts.pageVisits.size, 0),
        leads: counts.leads.size,
        meetings: [...counts.leads].filter((lead) => lead.has_meeting === 1).length,
        won_leads: won.length,
        won_value: won.reduce((cents, lead) => cents + Math.round(lead.value * 100), 0) / 100,
        lead_rate: ratio(consented * 100, counts.visitors.size),
        percentage: ratio(counts.visitors.size * 100, allVisitors),
        conversion_rate: ratio(counts.visitors.size * 100, everyone),
        group_conversion_rate: ratio(
          counts.rowVisitors.size * 100,
          totalOfGroups.get(JSON.stringify(groupNames)) ?? 0,
        ),
      };
      const isShown =
        dimensions.length === 0 ||
        metrics.some((metric) => {
          if (metric === "lead_rate") return counts.leads.size > 0 && consented > 0;
          if (metric === "time_on_page") return counts.pageVisits.size > 0;
          return (
            values[metric] !== 0 &&
            values[metric] !== null &&
            !["bounce_rate", "visit_duration"].includes(metric)
          );
        });
      return isShown ? { dimensions: names, metrics: metrics.map((metric) => values[metric] ?? null) } : null;
    })
    .filter((row) => row !== null);
}

/** Rows as the store returns them. */
function inOrder({ metrics, dimensions, order }: Question, rows: ReturnType<typeof countDirectly>) {
  const compare = (one: string | number | null, other: string | number | null) => {
    if (one === other) return 0;
    return one !== null && (other === null || one < other) ? -1 : 1;
  };
  const sorted = [...rows].sort((one, other) => {
    for (const [name, direction] of order) {
      const metric = ([...metrics] as string[]).indexOf(name);
      const key = ([...dimensions] as string[]).indexOf(name);
      const [a, b] = [one, other].map(
        (row) => (metric < 0 ? row.dimensions[key] : row.metrics[metric]) ?? null,
      );
      const isLast = a === null || b === null;
      const compared = compare(a ?? null, b ?? null) * (direction === "asc" || isLast ? 1 : -1);
      if (compared !== 0) return compared;
    }
    const differing = one.dimensions.findIndex((value, index) => value !== other.dimensions[index]);
    return compare(one.dimensions[differing] ?? null, other.dimensions[differing] ?? null);
  });
  return sorted.map((row) => ({ ...row, total_rows: rows.length }));
}

function emptyGroup() {
  return {
    visitors: new Set<string>(),
    rowVisitors: new Set<string>(),
    visits: new Set<Visit>(),
    sums: new Set<Visit>(),
    pageviews: 0,
    /** Page views of visits with conversions. */
    viewsOfVisits: new Map<Visit, number>(),
    events: 0,
    pageTime: 0,
    pageVisits: new Set<Visit>(),
    leads: new Set<LeadRow>(),
  };
}

/** Whether a condition compares only certain dimensions. */
function isOnly(condition: Condition, isMeant: (dimension: string) => boolean): boolean {
  if ("dimension" in condition) return isMeant(condition.dimension);
  if ("conditions" in condition) return condition.conditions.every((each) => isOnly(each, isMeant));
  return condition.operator === "not" && isOnly(condition.condition, isMeant);
}

type Leaf = Extract<Condition, { dimension: unknown }>;
function leaves(conditions: readonly Condition[]): Leaf[] {
  return conditions.flatMap((each) =>
    "dimension" in each ? [each] : leaves("conditions" in each ? each.conditions : [each.condition]),
  );
}
function ownLeaves(conditions: readonly Condition[]): Leaf[] {
  return conditions.flatMap((each) => {
    if ("dimension" in each) return [each];
    if ("conditions" in each) return ownLeaves(each.conditions);
    return each.operator === "not" ? ownLeaves([each.condition]) : [];
  });
}

/** Number of selections tested per world, because each takes the store 0.1 s. */
const SELECTED = 3;
/**
 * Ways to run a query: the statement looks up recent sessions itself, or gets them. Once the rollup contains them, it gets the older list, or an empty one. It
 * includes the earlier range if possible. Each query runs in one way before and one after, because each takes the store 0.1 s; the soak tests run every query
 * in all ways.
 */
interface Way {
  recent: "looked up" | "given" | "none";
  isCompared?: boolean;
}
const BEFORE: readonly Way[] = [{ recent: "looked up" }, { recent: "given" }];
const AFTER: readonly Way[] = [...BEFORE, { recent: "none" }];
const COMPARED: readonly Way[] = AFTER.map((way) => ({ ...way, isCompared: true }));
const waysBefore = (_: Question, index: number) => choose(BEFORE, index);
const waysAfter = (question: Question, index: number) =>
  choose(canCompareAtOnce(question) ? (IS_SOAK ? [...AFTER, ...COMPARED] : COMPARED) : AFTER, index);
const choose = (ways: readonly Way[], index: number) =>
  IS_SOAK ? ways : ways.slice(index % ways.length).slice(0, 1);
const isOfVisits = ({ conditions }: Question) =>
  conditions.length > 0 && !leaves(conditions).some(({ dimension }) => dimension.startsWith("lead:"));

/** Visits that a screen's filters select, by the rules of the metric `visits`. */
async function countSelected({ conditions, goals, range }: Question): Promise<number> {
  const { ofVisits, params } = compileSelection({ conditions, goals });
  const names = everyDimensionIn(conditions);
  const includesCustomers = names.includes("visit:audience");
  const isCounted = usesEvents(conditions) ? "1" : "views > 0";
  const [row] = await store.query<{ visits: number }>(
    `SELECT toFloat64(count()) AS visits FROM ${sessionsInRange(["started", "views"], { includesCustomers })}
     WHERE ${isCounted} AND started >= ${FROM} AND started < ${TO} AND ${ofVisits}`,
    { ...range, ...params },
  );
  return row?.visits ?? 0;
}

/** In percent. The lead rate is not included, because visitors can send several leads. */
const SHARES = ["conversion_rate", "group_conversion_rate", "bounce_rate", "percentage"];

describe("any query", () => {
  it("has the same result from events, from the rollup, and counted directly", async () => {
    const queries = fc.array(sentQuery.filter(isValid), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(world, queries, async (history, sentQueries) => {
        const questions = sentQueries.map((query) => questionOf(query as unknown as SentQuery));
        await fill(store, history);
        const recent = await queryRecentSessions(store);
        if (!recent) throw new Error("A world has more recent sessions than a statement can be given.");
        const givenIn = { "looked up": {}, given: { recent }, none: { recent: { ...recent, ids: [] } } };
        const answer = async (question: Question, { recent: recentSource, isCompared = false }: Way) => {
          const rows = await ask({
            ...question,
            ...givenIn[recentSource],
            ...(isCompared && { earlier: EARLIER }),
          });
          for (const row of rows)
            for (const [index, metric] of question.metrics.entries())
              if (SHARES.includes(metric)) expect(row.metrics[index] ?? 0, metric).toBeLessThanOrEqual(100);
          const ofRange = (range: 0 | 1) =>
            rows.filter((row) => (row.is_earlier ?? 0) === range).map(({ is_earlier, ...row }) => row);
          if (isCompared)
            expect(ofRange(1), recentSource).toEqual(
              inOrder(question, countDirectly(history, { ...question, range: EARLIER })),
            );
          expect(ofRange(0), recentSource).toEqual(inOrder(question, countDirectly(history, question)));
        };
        const answerAll = (waysOf: typeof waysAfter) =>
          Promise.all(
            questions.flatMap((question, index) =>
              waysOf(question, index).map((way) => answer(question, way)),
            ),
          );
        await answerAll(waysBefore);
        await reconcile({ eventStore: store, drain }, { margin: 0 });
        expect(await queryRecentSessions(store)).toMatchObject({ ids: [] });
        await answerAll(waysAfter);
        for (const question of questions.filter(isOfVisits).slice(0, SELECTED)) {
          const visits: Question = { ...question, metrics: ["visits"], dimensions: [] };
          expect(await countSelected(question)).toBe(countDirectly(history, visits)[0]?.metrics[0] ?? 0);
        }
      }),
      // The same worlds on every machine; `npm run test:soak` generates others.
      IS_SOAK ? { numRuns: 200 } : { numRuns: 3, seed: 1428132495, endOnFailure: true },
    );
  }, 600_000);
});

const quotient = (of: number, by: number, digits = 2) =>
  by === 0 ? null : Math.round((of / by) * 10 ** digits) / 10 ** digits;

/** Metrics by the one whose rows they share, computed from the rows' totals. */
const FROM_TOTALS = {
  visitors: { visitors: ({ visitors }) => visitors },
  pageviews: { pageviews: ({ views }) => views },
  visits: {
    visits: ({ rows }) => rows,
    views_per_visit: ({ views, rows }) => quotient(views, rows),
    bounce_rate: ({ bounces, rows }) => quotient(bounces * 100, rows),
    visit_duration: ({ duration, rows }) => quotient(duration / 1000, rows, 0),
  },
  leads: { leads: ({ rows }) => rows },
} satisfies Partial<
  Record<FigureMetric, Partial<Record<FigureMetric, (totals: FigureTotals) => number | null>>>
>;

/** Reads all rows, in pages of `limit`. */
async function readAll(question: Omit<FigureRowsQuestion, "after" | "limit">, limit: number) {
  const seen: string[] = [];
  let after: FigureRowsQuestion["after"] = null;
  for (;;) {
    const { totals, rows }: StoredFigureRows = await queryFigureRows(store, { ...question, after, limit });
    seen.push(...rows.map(({ place }) => `${place.at} ${place.id}`));
    if (rows.length < limit) return { totals, seen };
    after = rows.at(-1)?.place ?? null;
  }
}

describe("the rows behind a figure", () => {
  it("are all read once even with equal time and session, and no place identifies a visitor", async () => {
    const visitors = ["zq-ann", "zq-ben", "zq-cem", "zq-dan", "zq-eve"];
    const at = { session_id: NOON, timestamp: NOON };
    const events = visitors.map((id) =>
      eventRow({ message_id: id, anonymous_id: id, visitor_id: id, ...at }),
    );
    await fill(store, { events, leads: [] });
    const question = { ...questionOf({ metrics: ["visits"] }), metric: "visits" as const };
    for (const limit of [1, 2, 3]) {
      const { seen } = await readAll(question, limit);
      expect(seen).toEqual([1, 2, 3, 4, 5].map((count) => `${NOON} ${NOON}.${count}`));
    }
    const read: string[] = [];
    let after: FigureRowsQuestion["after"] = null;
    do {
      const page: StoredFigureRows = await queryFigureRows(store, { ...question, after, limit: 2 });
      if (page.kind === "visits") read.push(...page.rows.map(({ visitor }) => visitor));
      after = page.rows.at(-1)?.place ?? null;
    } while (after);
    expect(read.sort()).toEqual(visitors);
  });

  it("add up to it for any filters, page by page", async () => {
    const figures = Object.values(FROM_TOTALS).flatMap((each) => Object.entries(each));
    const metrics = figures.map(([metric]) => metric);
    const query = fc
      .record({ filters: fc.array(tree, { maxLength: 2 }) })
      .map(({ filters }) => ({ filters: filters as unknown[][], metrics }))
      .filter(isValid);
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(query, { minLength: 3, maxLength: 3 }),
        async (history, sentQueries) => {
          await fill(store, history);
          for (const [index, each] of sentQueries.entries()) {
            const question = questionOf(each);
            const rows = countDirectly(history, question);
            // Reading a page takes the store as long as reading all rows.
            const limit = IS_SOAK || index === 0 ? 3 : 1000;
            const isListed = (place: number) => IS_SOAK || index === 0 || place % 2 === index % 2;
            for (const [listed, formulas] of Object.entries(FROM_TOTALS).filter((_, place) =>
              isListed(place),
            )) {
              const metric = listed as keyof typeof FROM_TOTALS;
              const { totals, seen } = await readAll({ ...question, metric }, limit);
              expect([new Set(seen).size, seen.length], listed).toEqual([totals.rows, totals.rows]);
              for (const [metric, formula] of Object.entries(formulas))
                expect(formula(totals), metric).toBe(rows[0]?.metrics[metrics.indexOf(metric)]);
            }
          }
        },
      ),
      IS_SOAK ? { numRuns: 100 } : { numRuns: 2, seed: 1428132495, endOnFailure: true },
    );
  }, 300_000);
});
