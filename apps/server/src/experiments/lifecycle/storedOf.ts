import { ConsoleError } from "../../console/errors.ts";
import type { Standing } from "../changeExperiment.ts";
import type { ExperimentRow } from "../experimentRow.ts";

/** The experiment that is to take a step. @throws {ConsoleError} not_found */
export function storedOf({ current }: Pick<Standing, "current">): ExperimentRow {
  if (!current) throw new ConsoleError("not_found", "There is no such experiment.");
  return current;
}
