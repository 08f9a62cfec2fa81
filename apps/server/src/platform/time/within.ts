import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";

/** A store or a process that takes longer is taken for one that does not answer. */
const ANSWER_TIMEOUT: Milliseconds = 2 * ONE_SECOND;
const LATE = Symbol("late");

/** Waits for an answer for 2 s. @throws then. */
export async function within<Answer>(pending: Promise<Answer>): Promise<Answer> {
  const answer = await Promise.race([pending, sleep(ANSWER_TIMEOUT, LATE, { ref: false })]);
  if (answer === LATE) throw new Error("No response within two seconds.");
  return answer as Answer;
}
