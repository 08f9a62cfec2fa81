import type { Logger } from "pino";

interface ContentProblem {
  /** Path of the file for its editor: `content/flags.json`. */
  file: string;
  /** Position in the file: a member's path, or a line. Empty for the whole file. */
  place: string;
  /** The problem, as a sentence. */
  problem: string;
  /** A correct example. */
  example: string;
}

/** An invalid content file: has the position, the problem and a correct example. */
export class ContentError extends Error {
  override name = "ContentError";
  readonly file: string;
  readonly place: string;
  readonly problem: string;

  constructor({ file, place, problem, example }: ContentProblem) {
    super(`${file}${place && `, ${place}`}: ${problem} Correct example: ${example}`);
    this.file = file;
    this.place = place;
    this.problem = problem;
  }
}

/** Logs for an editor which part of a page is left out. @param file path of the file for its editor. */
export function logProblem(
  log: Logger,
  file: string,
  { place, problem, example }: Omit<ContentProblem, "file">,
): void {
  log.warn(`${file}${place && `, ${place}`}: ${problem} Correct example: ${example}`);
}
