import {
  type Dimension,
  type Goal,
  instantAt,
  isSum,
  METRICS,
  type MetricName,
  type MetricValue,
  type Milliseconds,
  ONE_SECOND,
  type Query,
  type QueryResponse,
  type QueryRow,
  type TimeDimension,
  type TimeRange,
  type Timestamp,
} from "@marquee/contract";
import type { AttributionQuery, FigureRowsQuery, Site } from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import { readCursor, writeCursor } from "../../platform/http/cursor.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { queryRecentSessions, type RecentSessions } from "../../platform/storage/events/queries/sessions.ts";
import { sharedResult } from "../../platform/time/sharedResult.ts";
import { hidePeople } from "../people/privacy/hidePeople.ts";
import {
  type AnswerFormat,
  type CheckedQuery,
  checkFilters,
  checkQuery,
  type SentQuery,
} from "./checkQuery.ts";
import { compareCoverage } from "./compareCoverage.ts";
import { createTurns } from "./createTurns.ts";
import {
  bucketLabels,
  type Clock,
  intervalOf,
  passedEnd,
  readComparison,
  readDateRange,
  toIso,
} from "./dateRanges.ts";
import { type CountedImport, firstImportedDay, planImports } from "./planImports.ts";
import { plausibleBuckets } from "./plausibleBuckets.ts";
import { plausibleNames } from "./plausibleNames.ts";
import { type AnswerRow, askStore, checkPatterns, withPatterns } from "./queries/askStore.ts";
import {
  type LinkedBrowsers,
  queryAttribution,
  type StoredCredit,
} from "./queries/attribution/queryAttribution.ts";
import { canCompareAtOnce } from "./queries/compileQuestion.ts";
import { queryFigureRows, type StoredFigureRows } from "./queries/figureRows.ts";
import { queryFirstEvent } from "./queries/firstEvent.ts";
import type { Question } from "./queries/question.types.ts";
import { compileSelection, EVERYTHING, type Selecting, type Selection } from "./queries/selection.ts";

/** Who asks. */
export interface Asker {
  /** Queries of one asker take turns: two run at once. */
  id: string;
  /** ID of the account, whose own segments the query may name; none for an API key. */
  account?: string | undefined;
  /** What the answer's values, times and order are like; as in the console by default. */
  format?: AnswerFormat;
  /** Whether answers may name visitors: not to API keys, holders of links, or in emails. */
  seesPeople?: boolean;
  /** Aborted when nobody waits for the answer any more; the store then stops. */
  signal?: AbortSignal;
}

export interface Questions {
  /**
   * Answers a query.
   * @throws {ApiError} bad_request with what is wrong with the query and how to mend it, too_many_requests if too many queries wait.
   */
  answer(query: SentQuery, asker: Asker): Promise<QueryResponse>;
  /**
   * A page of the rows that a metric of a query counts.
   * @throws {ApiError} as {@link answer} does.
   */
  rows(query: FigureRowsQuery, asker: Asker): Promise<StoredFigureRows & { next: string | null }>;
  /**
   * Credit of the visits before conversions, most first.
   * @throws {ApiError} as {@link answer} does, and not_found for a goal that does not exist.
   */
  attribute(query: AttributionQuery, browsers: LinkedBrowsers, asker: Asker): Promise<StoredCredit[]>;
  /**
   * Reads a query's filters and range for statements of another kind, which take turns with the asker's queries.
   * @throws {ApiError} as {@link answer} does.
   */
  read(
    query: Pick<SentQuery, "site_id" | "date_range" | "filters" | "include">,
    asker: Asker,
  ): Promise<Reading>;
  /**
   * The filters of a screen, for statements of its own.
   * @param filters as JSON, from the query string.
   * @throws {ApiError} bad_request with what is wrong with the filters and how to mend them.
   */
  select(
    filters: string | undefined,
    asker: Pick<Asker, "account">,
    options?: Pick<Selecting, "leavesOutCustomers">,
  ): Promise<Selection>;
}

/** A query that was read for statements of another kind. */
export interface Reading {
  asked: Pick<Question, "conditions" | "goals" | "range" | "recent" | "tz" | "weekStart">;
  /** The range that it is compared with; null for none. */
  earlier: TimeRange | null;
  /** Every goal that is not archived. */
  goals: readonly Goal[];
  /** Runs statements when it is the asker's turn. */
  store: Pick<EventStore, "query">;
}

interface QuestionsOptions {
  eventStore: Pick<EventStore, "query">;
  site: () => Pick<Site, "id" | "timeZone" | "weekStart">;
  /** Goals and segments that the asker may use. */
  definitions(
    asker: Pick<Asker, "account">,
  ): Promise<{ goals: readonly Goal[]; segments: ReadonlyMap<number, readonly unknown[]> }>;
  /** Imports that count; read for queries that include them. */
  imports?: () => Promise<readonly CountedImport[]>;
  now: () => Timestamp;
}

const DEFAULT_LIMIT = 10_000;
const ROWS_AT_ONCE = 50;

/** Answers queries of screens and API clients, all by the same rules. */
export function createQuestions(options: QuestionsOptions): Questions {
  const { eventStore, site, definitions, now } = options;
  const turns = createTurns();
  const withRecent = shareRecent(eventStore);
  /** For comparisons. It changes only when data is deleted, or arrives late. */
  const firstEvent = sharedResult(5 * ONE_SECOND, () => queryFirstEvent(eventStore));
  /** For statements that are sent later; what is reconciled in between is the same. */
  const lookUpRecent = () => withRecent(async (recent) => recent && { recent });
  /** What a query names, checked, and the time that it covers. */
  const read = async (query: SentQuery, asker: Asker) => {
    const { id, timeZone: tz, weekStart } = site();
    if (query.site_id !== id)
      throw new ApiError(
        "bad_request",
        `There is no site \`${query.site_id}\`. This site's ID is \`${id}\`.`,
      );
    const { goals, segments } = await definitions(asker);
    const checked = checkQuery(query, {
      goals,
      segment: (segment) => segments.get(segment),
      format: asker.format,
    });
    const clock: Clock = { now: now(), tz, weekStart };
    const firstEvent = query.date_range === "all" ? await queryFirstEvent(eventStore) : null;
    const imports = query.include?.imports ? ((await options.imports?.()) ?? []) : [];
    const firstDay = firstImportedDay(imports);
    const first = Math.min(
      firstEvent ?? Number.POSITIVE_INFINITY,
      firstDay === null ? Number.POSITIVE_INFINITY : instantAt(Date.parse(firstDay), tz),
    );
    const range = readDateRange(query.date_range, clock, Number.isFinite(first) ? first : null);
    return { checked, clock, goals, imports, range };
  };
  return {
    async answer(query, asker) {
      const { checked, clock, imports, range } = await read(query, asker);
      const ask = (question: Question) =>
        turns.run(asker, () =>
          withRecent((recent) =>
            askStore(eventStore, { ...question, ...(recent && { recent }) }, asker.signal),
          ),
        );
      const comparisons = query.include?.comparisons;
      const earlier = comparisons ? readComparison(comparisons, range, clock) : null;
      const { format } = asker;
      const answer = await answerOne({
        query,
        format,
        checked,
        clock,
        range,
        earlier,
        imports,
        firstEvent,
        ask,
      });
      return asker.seesPeople ? answer : hidePeople(answer);
    },

    async rows({ metric, before, ...query }, asker) {
      const { checked, clock, range } = await read({ ...query, metrics: [metric] }, asker);
      const { conditions, goals } = checked;
      const { tz, weekStart, now } = clock;
      const until = { from: range.from, to: passedEnd(range, now) };
      const paged = { after: readCursor(before), limit: ROWS_AT_ONCE };
      const question = { metric, conditions, goals, range: until, tz, weekStart, ...paged };
      const page = await turns.run(asker, () =>
        withRecent((recent) =>
          queryFigureRows(eventStore, { ...question, ...(recent && { recent }) }, asker.signal),
        ),
      );
      const last = page.rows.length === ROWS_AT_ONCE ? page.rows.at(-1) : undefined;
      return { ...page, next: last ? writeCursor(last.place) : null };
    },

    async attribute(
      { outcome, dimension, lookBackDays, halfLifeDays, skipsDirect, ...query },
      browsers,
      asker,
    ) {
      const goal =
        typeof outcome === "number" && (await definitions(asker)).goals.find(({ id }) => id === outcome);
      if (typeof outcome === "number" && !goal)
        throw new ApiError("not_found", "This goal does not exist any more. Choose another one.");
      const counts = typeof outcome === "number" ? ("conversions" as const) : outcome;
      const metrics = [counts === "conversions" ? "events" : counts];
      const filters = [...(query.filters ?? []), ...(goal ? [["is", "event:goal", [goal.name]]] : [])];
      const { checked, clock, range } = await read({ ...query, filters, metrics }, asker);
      const { tz, weekStart, now } = clock;
      const question = {
        conditions: checked.conditions,
        goals: checked.goals,
        tz,
        weekStart,
        browsers,
        dimension,
        lookBackDays,
        halfLifeDays,
        skipsDirect,
        ...(await lookUpRecent()),
        range: { from: range.from, to: passedEnd(range, now) },
        counts,
      };
      return turns.run(asker, () => queryAttribution(eventStore, question, asker.signal));
    },

    async read(query, asker) {
      const { checked, clock, goals, range } = await read({ ...query, metrics: ["visitors"] }, asker);
      const { conditions, goals: mentioned } = checked;
      const { tz, weekStart, now } = clock;
      const comparisons = query.include?.comparisons;
      return {
        asked: {
          conditions,
          goals: mentioned,
          range: { from: range.from, to: passedEnd(range, now) },
          tz,
          weekStart,
          ...(await lookUpRecent()),
        },
        earlier: comparisons ? readComparison(comparisons, range, clock) : null,
        goals,
        store: {
          query: (sql, params) =>
            turns.run(asker, () => withPatterns(() => eventStore.query(sql, params, asker.signal))),
        },
      };
    },

    async select(filters, asker, { leavesOutCustomers = false } = {}) {
      if (filters === undefined && !leavesOutCustomers) return EVERYTHING;
      const sent = filters === undefined ? [] : parseFilters(filters);
      const { goals, segments } = await definitions(asker);
      const checked = checkFilters(sent, { goals, segment: (segment) => segments.get(segment) });
      await checkPatterns(eventStore, checked.conditions);
      const readsVisits = leavesOutCustomers || checked.conditions.length > 0;
      return compileSelection({ ...checked, leavesOutCustomers, ...(readsVisits && (await lookUpRecent())) });
    },
  };
}

/** How long questions may count the same sessions as not reconciled. */
const SHARED_FOR: Milliseconds = ONE_SECOND;

/** Looks up once which sessions are not reconciled for all questions that are answered at the same time, such as those of a screen. */
function shareRecent(store: Pick<EventStore, "query">) {
  let running = 0;
  let latest: { at: number; recent: Promise<RecentSessions | null> } | null = null;
  return async <Answer>(answer: (recent: RecentSessions | null) => Promise<Answer>): Promise<Answer> => {
    running += 1;
    try {
      if (!latest || performance.now() - latest.at > SHARED_FOR)
        latest = { at: performance.now(), recent: queryRecentSessions(store) };
      return await answer(await latest.recent);
    } finally {
      running -= 1;
      if (running === 0) latest = null;
    }
  };
}

function parseFilters(text: string): unknown[] {
  let filters: unknown;
  try {
    filters = JSON.parse(text);
  } catch {
    filters = null;
  }
  if (Array.isArray(filters)) return filters;
  throw new ApiError(
    "bad_request",
    '`filters` is a list of filters as JSON, such as [["is", "visit:country", ["DE"]]].',
  );
}

interface Answering {
  query: SentQuery;
  format: AnswerFormat | undefined;
  checked: CheckedQuery;
  clock: Clock;
  range: TimeRange;
  /** The range to compare with. */
  earlier: TimeRange | null;
  imports: readonly CountedImport[];
  firstEvent: () => Promise<Timestamp | null>;
  ask: (question: Question) => ReturnType<typeof askStore>;
}

async function answerOne(answering: Answering): Promise<QueryResponse> {
  const { query, format, checked, clock, range, earlier, imports, firstEvent, ask } = answering;
  const { tz, weekStart } = clock;
  const interval = intervalOf(range);
  const withInterval = <Name extends string>(name: Name) => (name === "time" ? interval : name);
  const dimensions = checked.dimensions.map(withInterval) as Question["dimensions"];
  const { limit = DEFAULT_LIMIT, offset = 0 } = query.pagination ?? {};
  const asked: Question = {
    metrics: checked.metrics,
    dimensions,
    conditions: checked.conditions,
    goals: checked.goals,
    order: checked.order.map(([name, direction]) => [withInterval(name), direction]),
    range: { from: range.from, to: passedEnd(range, clock.now) },
    tz,
    weekStart,
    limit,
    offset,
    ...(format === "plausible" && { countsEntries: true, names: namesOf(checked.dimensions) }),
  };
  const plan = query.include?.imports
    ? planImports(asked, { ranges: [asked.range, ...(earlier ? [earlier] : [])], imports })
    : null;
  const question = plan?.imports ? { ...asked, imports: plan.imports } : asked;
  const timeIndex = dimensions.findIndex((dimension) => dimension.startsWith("time:"));
  const time = (dimensions[timeIndex] as TimeDimension | undefined) ?? null;
  const [[rows, earlierRows], first] = await Promise.all([
    askBoth(question, { earlier, ask }),
    earlier ? firstEvent() : null,
  ]);
  const warnings = earlier
    ? compareCoverage(checked.metrics, {
        range: asked.range,
        earlier,
        firstEvent: first,
        tz,
        reports: plan?.reports ?? [],
      })
    : {};
  const nameTimes = (list: typeof rows) =>
    list.map((row) => ({
      ...row,
      dimensions: row.dimensions.map((value, index) =>
        index === timeIndex && time === "time:hour" ? toIso(Number(value) * 1000, tz) : value,
      ),
    }));
  const labels = time ? bucketLabels(range, time, clock) : [];
  const earlierLabels = time && earlier ? bucketLabels(fullLength(earlier, range), time, clock) : [];
  const later = nameTimes(rows);
  const before = earlierRows && nameTimes(earlierRows);
  const results = compare(
    time && before && dimensions.length === 1 ? fillBuckets(later, before) : later,
    before,
    {
      metrics: checked.metrics,
      warnings,
      earlierOf: (dimensions) =>
        dimensions.map((value, index) =>
          index === timeIndex ? (earlierLabels[labels.indexOf(value)] ?? "") : value,
        ),
    },
  );
  const answer = { results, meta: metaOf(), query: echo() };
  return format === "plausible" && time
    ? plausibleBuckets(answer, { time, index: timeIndex, tz, range, earlier })
    : answer;

  /** Buckets of time that only the earlier range has values for, in their place. */
  function fillBuckets(list: readonly Row[], earlierList: readonly Row[]): Row[] {
    const known = new Map(list.map((row) => [row.dimensions[0], row]));
    const isEarlier = new Set(earlierList.map((row) => row.dimensions[0]));
    const zeros = valuesOfNothing(checked.metrics);
    const filled = labels.flatMap((label, index) => {
      const row = known.get(label);
      if (row) return [row];
      return isEarlier.has(earlierLabels[index]) ? [{ dimensions: [label], metrics: zeros }] : [];
    });
    const [[name, direction] = ["", ""]] = checked.order;
    const isAscending = name.startsWith("time") && direction === "asc";
    return isAscending && offset === 0 ? filled : [...list];
  }

  function metaOf(): QueryResponse["meta"] {
    const { time_labels, total_rows } = query.include ?? {};
    const present = time
      ? labels.indexOf(bucketLabels({ from: clock.now, to: clock.now + 1 }, time, clock)[0] ?? "")
      : -1;
    return {
      ...(time_labels && time ? { time_labels: labels } : {}),
      ...(time_labels && present >= 0 && passedEnd(range, clock.now) < range.to
        ? { present_index: present }
        : {}),
      ...(time_labels && earlier && time ? { comparison_time_labels: earlierLabels } : {}),
      ...(total_rows ? { total_rows: rows[0]?.total_rows ?? 0 } : {}),
      ...plan?.meta,
      ...(Object.keys(warnings).length > 0 && { comparison_warnings: warnings }),
    };
  }

  function echo(): QueryResponse["query"] {
    const iso = ({ from, to }: TimeRange) => [toIso(from, tz), toIso(to - 1, tz)] as const;
    // Safe cast: `checkQuery` has checked every name.
    return {
      ...(query as Query),
      dimensions: (query.dimensions ?? []) as NonNullable<Query["dimensions"]>,
      filters: (query.filters ?? []) as NonNullable<Query["filters"]>,
      order_by: (query.order_by?.length ? query.order_by : checked.order) as NonNullable<Query["order_by"]>,
      pagination: { limit, offset },
      date_range: iso(range),
      ...(earlier ? { comparison_date_range: iso(earlier) } : {}),
    };
  }
}

/** The rows of a question and of the range that it is compared with, in one statement if possible. */
async function askBoth(
  question: Question,
  { earlier, ask }: Pick<Answering, "earlier" | "ask">,
): Promise<[rows: AnswerRow[], earlier: AnswerRow[] | null]> {
  if (!earlier) return [await ask(question), null];
  const { limit, offset } = question;
  const whole = { ...question, limit: DEFAULT_LIMIT, offset: 0 };
  if (offset + limit > DEFAULT_LIMIT || !canCompareAtOnce(question))
    return Promise.all([ask(question), ask({ ...whole, range: earlier })]);
  const both = await ask({ ...whole, earlier });
  const rows = both.filter(({ is_earlier }) => is_earlier === 0).slice(offset, offset + limit);
  return [rows, both.filter(({ is_earlier }) => is_earlier === 1)];
}

/** Plausible's names of values, by dimension. */
function namesOf(dimensions: readonly Dimension[]): NonNullable<Question["names"]> {
  const named = dimensions.flatMap((dimension) => {
    const names = plausibleNames(dimension);
    return names ? [[dimension, names] as const] : [];
  });
  return Object.fromEntries(named);
}

/** An earlier range that ends with the part of the range that has passed, in its full length, so that both have the same buckets. */
function fullLength(earlier: TimeRange, range: TimeRange): TimeRange {
  return { from: earlier.from, to: Math.max(earlier.to, earlier.from + (range.to - range.from)) };
}

type Row = { dimensions: string[]; metrics: MetricValue[] };

interface Pairing {
  metrics: readonly MetricName[];
  /** Metrics without a change. */
  warnings: QueryResponse["meta"]["comparison_warnings"] & object;
  /** Dimensions of the earlier row that a row is compared with. */
  earlierOf: (dimensions: readonly string[]) => string[];
}

function compare(
  rows: readonly Row[],
  earlier: readonly Row[] | null,
  { metrics, warnings, earlierOf }: Pairing,
): QueryRow[] {
  const keyOf = (dimensions: readonly string[]) => JSON.stringify(dimensions);
  const known = new Map(earlier?.map((row) => [keyOf(row.dimensions), row]));
  return rows.map(({ dimensions, metrics: values }) => {
    if (!earlier) return { dimensions, metrics: values };
    const dimensionsBefore = earlierOf(dimensions);
    const before = known.get(keyOf(dimensionsBefore));
    const valuesBefore = before?.metrics ?? valuesOfNothing(metrics);
    const change = metrics.map((metric, index) =>
      warnings[metric] ? null : changeOf(metric, values[index] ?? null, valuesBefore[index] ?? null),
    );
    return {
      dimensions,
      metrics: values,
      comparison: { dimensions: dimensionsBefore, metrics: valuesBefore, change },
    };
  });
}

/** Counts and sums are zero where nothing happened; everything else is unknown. */
function valuesOfNothing(metrics: readonly MetricName[]): MetricValue[] {
  return metrics.map((metric) => (isSum(metric) ? 0 : null));
}

/** In percent, for rates in percentage points; null without an earlier value. */
function changeOf(metric: MetricName, value: MetricValue, before: MetricValue): MetricValue {
  if (value === null || before === null) return null;
  if (METRICS[metric].unit === "percent") return Math.round((value - before) * 100) / 100;
  return before === 0 ? null : Math.round(((value - before) / before) * 10_000) / 100;
}
