import { NOT_SET } from "@marquee/contract";
import type { FunnelCount, FunnelResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { type FunnelQuestion, funnelUnits } from "./funnelUnits.ts";

/** Maximum number of rows in a breakdown. */
const MAX_PARTS = 20;

type FunnelCounts = Pick<FunnelResponse, "steps" | "parts" | "hasMoreParts">;

interface StoredCounts {
  isTotal: number;
  value: string;
  units: number[];
  visitors: number[];
  times: (number | null)[];
}

/** How many reached each step, in all and by the values of the breakdown. */
export async function queryFunnel(
  store: Pick<EventStore, "query">,
  question: FunnelQuestion,
): Promise<FunnelCounts> {
  const { bindings, sql: units } = funnelUnits(question);
  const each = (expression: (step: number) => string) =>
    `[${question.steps.map((_, index) => expression(index + 1)).join(", ")}]`;
  const sql = `
    SELECT part.1 AS isTotal, part.2 AS value,
           ${each((step) => `toFloat64(countIf(length(reached) >= ${step}))`)} AS units,
           ${each((step) => `toFloat64(uniqExactIf(sipHash64(visitor_id), length(reached) >= ${step}))`)} AS visitors,
           ${each((step) => `toFloat64OrNull(toString(quantileExactIfOrNull(0.5)(reached[${step}].2 - reached[${step}].1, length(reached) >= ${step})))`)} AS times
    FROM (
      SELECT visitor_id, reached,
             arrayJoin(arrayConcat([(1, '')], arrayMap(each -> (0, each), parts))) AS part
      FROM ${units})
    GROUP BY part ORDER BY isTotal DESC, units[1] DESC, value LIMIT ${MAX_PARTS + 2}`;
  const rows = await store.query<StoredCounts>(sql, bindings.params);
  const total = rows.find(({ isTotal }) => isTotal === 1);
  const parts = rows.filter(({ isTotal }) => isTotal === 0);
  return {
    steps: question.steps.map(
      (_, index): FunnelCount => ({
        units: total?.units[index] ?? 0,
        visitors: total?.visitors[index] ?? 0,
        medianTime: total?.times[index] ?? null,
      }),
    ),
    parts: parts.slice(0, MAX_PARTS).map(({ value, units }) => ({ value: value || NOT_SET, units })),
    hasMoreParts: parts.length > MAX_PARTS,
  };
}
