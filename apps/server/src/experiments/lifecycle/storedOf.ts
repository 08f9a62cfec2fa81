import { ApiError } from "../../errors/apiError.ts";
import type { Standing } from "../changeExperiment.ts";
import type { ExperimentRow } from "../experimentRow.ts";

/** The experiment that is to take a step. @throws {ApiError} not_found */
export function storedOf({ current }: Pick<Standing, "current">): ExperimentRow {
  if (!current) throw new ApiError("not_found", "There is no such experiment.");
  return current;
}
