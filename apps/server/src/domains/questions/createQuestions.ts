import {
  type Goal,
  instantAt,
  ONE_SECOND,
  type QueryResponse,
  type SeriesRange,
  startOfDay,
  type TimeRange,
  type Timestamp,
} from "@marquee/contract";
import type { AttributionQuery, FigureRowsQuery, Site } from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import { readCursor, writeCursor } from "../../platform/http/cursor.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { sharedResult } from "../../platform/time/sharedResult.ts";
import { hidePeople } from "../people/privacy/hidePeople.ts";
import { answerQuestion } from "./answerQuestion.ts";
import { type AnswerFormat, checkFilters } from "./checkFilters.ts";
import { checkQuery, type SentQuery } from "./checkQuery.ts";
import { createTurns } from "./createTurns.ts";
import { type Clock, intervalOf, passedEnd, readComparison, readDateRange } from "./dateRanges.ts";
import { type CountedImport, firstImportedDay } from "./planImports.ts";
import { askStore, checkPatterns, withPatterns } from "./queries/askStore.ts";
import {
  type LinkedBrowsers,
  queryAttribution,
  type StoredCredit,
} from "./queries/attribution/queryAttribution.ts";
import { queryFigureRows, type StoredFigureRows } from "./queries/figureRows.ts";
import { queryFirstEvent } from "./queries/firstEvent.ts";
import type { Question } from "./queries/question.types.ts";
import { compileSelection, EVERYTHING, type Selecting, type Selection } from "./queries/selection.ts";
import { shareRecent } from "./shareRecent.ts";

/** The sender of a query. */
export interface Asker {
  /** Queries of one asker are queued: two run at a time. */
  id: string;
  /** ID of the account, whose own segments the query may name; none for an API key. */
  account?: string | undefined;
  /** Format of the response's values, times and order; the console's by default. */
  format?: AnswerFormat;
  /** Whether responses may identify visitors. Not for API keys, shared links or emails. */
  seesPeople?: boolean;
  /** Aborted when nobody is waiting for the response; the store then cancels the query. */
  signal?: AbortSignal;
}

export interface Questions {
  /**
   * Answers a query.
   * @throws {ApiError} bad_request with what is wrong with the query and how to fix it, too_many_requests if too many queries wait.
   */
  answer(query: SentQuery, asker: Asker): Promise<QueryResponse>;
  /**
   * A page of the rows that a metric of a query counts.
   * @throws {ApiError} like {@link answer}.
   */
  rows(query: FigureRowsQuery, asker: Asker): Promise<StoredFigureRows & { next: string | null }>;
  /**
   * Credit of the visits before conversions, most first.
   * @throws {ApiError} like {@link answer}, and not_found for a goal that does not exist.
   */
  attribute(query: AttributionQuery, browsers: LinkedBrowsers, asker: Asker): Promise<StoredCredit[]>;
  /**
   * Reads a query's filters and range for other statements, which share the asker's queue.
   * @throws {ApiError} like {@link answer}.
   */
  read(
    query: Pick<SentQuery, "site_id" | "date_range" | "filters" | "include">,
    asker: Asker,
  ): Promise<Reading>;
  /**
   * The scope of a screen, for its own statements.
   * @throws {ApiError} like {@link answer}.
   */
  scope(
    query: Pick<SentQuery, "site_id" | "date_range" | "filters">,
    asker: Pick<Asker, "account">,
    options?: Pick<Selecting, "leavesOutCustomers">,
  ): Promise<ScreenScope>;
  /** Only the filters of the scope. @throws {ApiError} like {@link answer}. */
  select(
    query: Pick<SentQuery, "site_id" | "filters">,
    asker: Pick<Asker, "account">,
    options?: Pick<Selecting, "leavesOutCustomers">,
  ): Promise<Selection>;
}

/** A query that was read for other statements. */
export interface Reading {
  scope: Pick<Question, "conditions" | "goals" | "range" | "recent" | "tz" | "weekStart">;
  /** The range that it is compared with; null for none. */
  earlier: TimeRange | null;
  /** Every goal that is not archived. */
  goals: readonly Goal[];
  /** Runs statements in the asker's queue. */
  store: Pick<EventStore, "query">;
}

/** A range until now, at most its last {@link MAX_DAYS} days, by hour if it has at most two days. */
export interface ScreenScope extends SeriesRange {
  selection: Selection;
}

interface QuestionsOptions {
  eventStore: Pick<EventStore, "query">;
  site: () => Pick<Site, "id" | "timeZone" | "weekStart">;
  /** Goals and segments that the asker may use. */
  definitions(
    asker: Pick<Asker, "account">,
  ): Promise<{ goals: readonly Goal[]; segments: ReadonlyMap<number, readonly unknown[]> }>;
  /** Completed imports; read only for queries that include them. */
  imports?: () => Promise<readonly CountedImport[]>;
  now: () => Timestamp;
}

const ROWS_AT_ONCE = 50;
const EPOCH: Timestamp = 0;
/** Maximum days of a {@link ScreenScope}. */
const MAX_DAYS = 800;

/** Answers queries of screens and API clients, all by the same rules. */
export function createQuestions(options: QuestionsOptions): Questions {
  const { eventStore, site, definitions, now } = options;
  const turns = createTurns();
  const withRecent = shareRecent(eventStore);
  /** For comparisons. It only changes when data is deleted or arrives late. */
  const firstEvent = sharedResult(5 * ONE_SECOND, () => queryFirstEvent(eventStore));
  /** For statements that are sent later. Reconciling in between does not change the result. */
  const lookUpRecent = () => withRecent(async (recent) => recent && { recent });
  const clockOf = ({ site_id }: Pick<SentQuery, "site_id">): Clock => {
    const { id, timeZone: tz, weekStart } = site();
    if (site_id !== id)
      throw new ApiError("bad_request", `There is no site \`${site_id}\`. This site's ID is \`${id}\`.`);
    return { now: now(), tz, weekStart };
  };
  const select: Questions["select"] = async (query, asker, { leavesOutCustomers = false } = {}) => {
    clockOf(query);
    const { filters = [] } = query;
    if (filters.length === 0 && !leavesOutCustomers) return EVERYTHING;
    const { goals, segments } = await definitions(asker);
    const checked = checkFilters(filters, { goals, segment: (segment) => segments.get(segment) });
    await checkPatterns(eventStore, checked.conditions);
    const readsVisits = leavesOutCustomers || checked.conditions.length > 0;
    return compileSelection({ ...checked, leavesOutCustomers, ...(readsVisits && (await lookUpRecent())) });
  };
  /** Checks the names in a query and reads its range. */
  const read = async (query: SentQuery, asker: Asker) => {
    const clock = clockOf(query);
    const { tz, weekStart } = clock;
    const { goals, segments } = await definitions(asker);
    const checked = checkQuery(query, {
      goals,
      segment: (segment) => segments.get(segment),
      format: asker.format,
    });
    const imports = query.include?.imports ? ((await options.imports?.()) ?? []) : [];
    const firstDay = firstImportedDay(imports);
    const starts = [
      query.date_range === "all" ? await queryFirstEvent(eventStore) : null,
      firstDay === null ? null : instantAt(Date.parse(firstDay), tz),
    ].filter((start) => start !== null);
    const range = readDateRange(query.date_range, clock, starts.length > 0 ? Math.min(...starts) : null);
    const comparisons = query.include?.comparisons;
    return {
      checked,
      clock,
      goals,
      imports,
      range,
      earlier: comparisons ? readComparison(comparisons, range, clock) : null,
      scope: {
        conditions: checked.conditions,
        goals: checked.goals,
        range: { from: range.from, to: passedEnd(range, clock.now) },
        tz,
        weekStart,
      },
    };
  };
  return {
    async answer(query, asker) {
      const ask = (question: Question) =>
        turns.run(asker, () =>
          withRecent((recent) =>
            askStore(eventStore, { ...question, ...(recent && { recent }) }, asker.signal),
          ),
        );
      const { format } = asker;
      const answer = await answerQuestion({ query, format, ...(await read(query, asker)), firstEvent, ask });
      return asker.seesPeople ? answer : hidePeople(answer);
    },

    async rows({ metric, before, ...query }, asker) {
      const { scope } = await read({ ...query, metrics: [metric] }, asker);
      const question = { metric, ...scope, after: readCursor(before), limit: ROWS_AT_ONCE };
      const page = await turns.run(asker, () =>
        withRecent((recent) =>
          queryFigureRows(eventStore, { ...question, ...(recent && { recent }) }, asker.signal),
        ),
      );
      const last = page.rows.length === ROWS_AT_ONCE ? page.rows.at(-1) : undefined;
      return { ...page, next: last ? writeCursor(last.place) : null };
    },

    async attribute({ outcome, site_id, date_range, filters = [], ...model }, browsers, asker) {
      const goal =
        typeof outcome === "number" && (await definitions(asker)).goals.find(({ id }) => id === outcome);
      if (typeof outcome === "number" && !goal)
        throw new ApiError("not_found", "This goal no longer exists. Choose another one.");
      const counts = typeof outcome === "number" ? ("conversions" as const) : outcome;
      const query = {
        site_id,
        date_range,
        filters: [...filters, ...(goal ? [["is", "event:goal", [goal.name]]] : [])],
        metrics: [counts === "conversions" ? "events" : counts],
      };
      const { scope } = await read(query, asker);
      const question = { ...model, ...scope, ...(await lookUpRecent()), browsers, counts };
      return turns.run(asker, () => queryAttribution(eventStore, question, asker.signal));
    },

    async read(query, asker) {
      const { scope, goals, earlier } = await read({ ...query, metrics: ["visitors"] }, asker);
      return {
        scope: { ...scope, ...(await lookUpRecent()) },
        earlier,
        goals,
        store: {
          query: (sql, params) =>
            turns.run(asker, () => withPatterns(() => eventStore.query(sql, params, asker.signal))),
        },
      };
    },

    async scope(query, asker, options) {
      const clock = clockOf(query);
      const { from, to } = readDateRange(query.date_range, clock, EPOCH);
      const { tz } = clock;
      const range = { from: Math.max(from, startOfDay(to - 1, tz, 1 - MAX_DAYS)), to };
      const interval = intervalOf(range) === "time:hour" ? "hour" : "day";
      return {
        from: range.from,
        to: passedEnd(range, clock.now),
        interval,
        tz,
        selection: await select(query, asker, options),
      };
    },

    select,
  };
}
