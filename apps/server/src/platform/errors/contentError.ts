import type { Logger } from "pino";

interface ContentProblem {
  /** Path of the file, as its editor knows it: `content/flags.json`. */
  file: string;
  /** Where in the file: a member's path, or a line. Empty for the file as a whole. */
  place: string;
  /** The problem, as a sentence. */
  problem: string;
  /** How it is written when it is right. */
  example: string;
}

/** A content file that cannot be used as it is: says where, what, and how it would be right. */
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

/** Tells an editor, in the log, what of a page is not shown. @param file as its editor knows it. */
export function logProblem(
  log: Logger,
  file: string,
  { place, problem, example }: Omit<ContentProblem, "file">,
): void {
  log.warn(`${file}${place && `, ${place}`}: ${problem} Correct example: ${example}`);
}
