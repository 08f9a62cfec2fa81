import type { MetricValue } from "@marquee/contract";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { compileQuestion } from "./compileQuestion.ts";
import { comparisonsIn } from "./conditions.ts";
import type { Condition, Question } from "./question.types.ts";

export interface AnswerRow {
  /** In the query's order. Hours are seconds since the epoch. */
  dimensions: string[];
  metrics: MetricValue[];
  /** Rows without limit and offset. */
  total_rows: number;
  /** 1 for a row of the query's `earlier` range, 0 for its other rows. */
  is_earlier?: 0 | 1;
}

/** ClickHouse's `CANNOT_COMPILE_REGEXP`. */
const BAD_PATTERN = "427";

/**
 * Runs a query on the store.
 * @param signal stops the query in the store when aborted.
 * @throws see {@link withPatterns}.
 */
export function askStore(
  store: Pick<EventStore, "query">,
  question: Question,
  signal?: AbortSignal,
): Promise<AnswerRow[]> {
  const { sql, params } = compileQuestion(question);
  return withPatterns(() => store.query<AnswerRow>(sql, params, signal));
}

/** Checks the regular expressions of conditions for other statements. @throws {ApiError} bad_request for an invalid one. */
export async function checkPatterns(
  store: Pick<EventStore, "query">,
  conditions: readonly Condition[],
): Promise<void> {
  const patterns = comparisonsIn(conditions).flatMap(({ comparison: { operator, values } }) =>
    operator.startsWith("matches") ? values : [],
  );
  if (patterns.length === 0) return;
  const params = Object.fromEntries(patterns.map((pattern, index) => [`p${index}`, pattern]));
  const tried = patterns.map((_, index) => `match(materialize(''), {p${index}:String})`);
  await withPatterns(() => store.query(`SELECT ${tried.join(", ")}`, params));
}

/** Runs a query with filters from a person. @throws {ApiError} bad_request for an invalid regular expression. */
export async function withPatterns<Answer>(query: () => Promise<Answer>): Promise<Answer> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === BAD_PATTERN)
      throw new ApiError("bad_request", "A pattern of the filters is not a valid RE2 regular expression.");
    throw error;
  }
}
