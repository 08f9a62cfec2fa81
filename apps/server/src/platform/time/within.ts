import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";

/** A store or process that takes longer counts as unresponsive. */
const ANSWER_TIMEOUT: Milliseconds = 2 * ONE_SECOND;
const LATE = Symbol("late");

/** Waits up to 2 s for a result. @throws after that. */
export async function within<Answer>(pending: Promise<Answer>): Promise<Answer> {
  const answer = await Promise.race([pending, sleep(ANSWER_TIMEOUT, LATE, { ref: false })]);
  if (answer === LATE) throw new Error("No response within two seconds.");
  return answer as Answer;
}
