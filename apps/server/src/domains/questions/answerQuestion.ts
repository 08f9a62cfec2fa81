import type { Dimension, Query, QueryResponse, TimeDimension, TimeRange, Timestamp } from "@marquee/contract";
import type { AnswerFormat } from "./checkFilters.ts";
import type { CheckedQuery, SentQuery } from "./checkQuery.ts";
import { compareCoverage } from "./compareCoverage.ts";
import { compareRows, type Row, valuesOfNothing } from "./compareRows.ts";
import { bucketLabels, type Clock, intervalOf, passedEnd, toIso } from "./dateRanges.ts";
import { type CountedImport, planImports } from "./planImports.ts";
import { plausibleBuckets } from "./plausibleBuckets.ts";
import { plausibleNames } from "./plausibleNames.ts";
import type { AnswerRow, askStore } from "./queries/askStore.ts";
import { canCompareAtOnce } from "./queries/compileQuestion.ts";
import type { Question } from "./queries/question.types.ts";

const DEFAULT_LIMIT = 10_000;

interface Answering {
  query: SentQuery;
  format: AnswerFormat | undefined;
  checked: CheckedQuery;
  /** The scope of the query, until now. */
  scope: Pick<Question, "conditions" | "goals" | "range" | "tz" | "weekStart">;
  clock: Clock;
  /** The full range. */
  range: TimeRange;
  /** The range to compare with. */
  earlier: TimeRange | null;
  imports: readonly CountedImport[];
  firstEvent: () => Promise<Timestamp | null>;
  ask: (question: Question) => ReturnType<typeof askStore>;
}

/** Answers a query in the format of the Stats API. */
export async function answerQuestion(answering: Answering): Promise<QueryResponse> {
  const { query, format, checked, clock, range, earlier, imports, firstEvent, ask } = answering;
  const { tz } = clock;
  const interval = intervalOf(range);
  const withInterval = <Name extends string>(name: Name) => (name === "time" ? interval : name);
  const dimensions = checked.dimensions.map(withInterval) as Question["dimensions"];
  const { limit = DEFAULT_LIMIT, offset = 0 } = query.pagination ?? {};
  const requested: Question = {
    ...answering.scope,
    metrics: checked.metrics,
    dimensions,
    order: checked.order.map(([name, direction]) => [withInterval(name), direction]),
    limit,
    offset,
    ...(format === "plausible" && { countsEntries: true, names: namesOf(checked.dimensions) }),
  };
  const plan = query.include?.imports
    ? planImports(requested, { ranges: [requested.range, ...(earlier ? [earlier] : [])], imports })
    : null;
  const question = plan?.imports ? { ...requested, imports: plan.imports } : requested;
  const timeIndex = dimensions.findIndex((dimension) => dimension.startsWith("time:"));
  const time = (dimensions[timeIndex] as TimeDimension | undefined) ?? null;
  const [[rows, earlierRows], first] = await Promise.all([
    askBoth(question, { earlier, ask }),
    earlier ? firstEvent() : null,
  ]);
  const warnings = earlier
    ? compareCoverage(checked.metrics, {
        range: requested.range,
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
  const results = compareRows(
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

  /** Inserts the time buckets that only the earlier range has values for. */
  function fillBuckets(list: readonly Row[], earlierList: readonly Row[]): Row[] {
    const rowsByLabel = new Map(list.map((row) => [row.dimensions[0], row]));
    const isEarlier = new Set(earlierList.map((row) => row.dimensions[0]));
    const zeros = valuesOfNothing(checked.metrics);
    const filled = labels.flatMap((label, index) => {
      const row = rowsByLabel.get(label);
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

/** The rows of a query and of its earlier range, in one statement if possible. */
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

/** The full length of an earlier range that was cut to the elapsed part, so that both have the same buckets. */
function fullLength(earlier: TimeRange, range: TimeRange): TimeRange {
  return { from: earlier.from, to: Math.max(earlier.to, earlier.from + (range.to - range.from)) };
}
