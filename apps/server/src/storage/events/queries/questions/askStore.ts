import type { MetricValue } from "@marquee/contract";
import { ApiError } from "../../../../errors/apiError.ts";
import type { EventStore } from "../../eventStore.ts";
import { compileQuestion, type Statement } from "./compileQuestion.ts";
import type { Question } from "./question.types.ts";

export interface AnswerRow {
  /** In the question's order. Hours are seconds since the epoch. */
  dimensions: string[];
  metrics: MetricValue[];
  /** Rows without limit and offset. */
  total_rows: number;
}

/** ClickHouse's `CANNOT_COMPILE_REGEXP`. */
const BAD_PATTERN = "427";

/**
 * Answers a question from the store.
 * @param signal stops the query in the store when aborted.
 * @throws see {@link runStatement}.
 */
export function askStore(
  store: Pick<EventStore, "query">,
  question: Question,
  signal?: AbortSignal,
): Promise<AnswerRow[]> {
  return runStatement<AnswerRow>(store, compileQuestion(question), signal);
}

/**
 * Runs a statement with the filters of a person.
 * @throws {ApiError} bad_request for a regular expression that is none. @throws when the store is unavailable or the query takes too long.
 */
export async function runStatement<Row>(
  store: Pick<EventStore, "query">,
  { sql, params }: Statement,
  signal?: AbortSignal,
): Promise<Row[]> {
  try {
    return await store.query<Row>(sql, params, signal);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === BAD_PATTERN)
      throw new ApiError("bad_request", "A pattern of the filters is not a valid RE2 regular expression.");
    throw error;
  }
}
