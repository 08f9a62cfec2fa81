import type { ContentProblem } from "@marquee/contract";
import type { Logger } from "pino";

/** Tells an editor, in the log, what of a page is not shown. @param file as its editor knows it. */
export function logProblem(log: Logger, file: string, { place, problem, example }: ContentProblem): void {
  log.warn(`${file}${place && `, ${place}`}: ${problem} Written right: ${example}`);
}
