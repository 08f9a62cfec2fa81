import type { ExperimentDefinition, FlagDefinition } from "@marquee/contract";
import type { PageTextAnswer } from "@marquee/contract/schema";
import type { ExperimentRow } from "../experimentRow.ts";
import { contentProblems } from "./contentProblems.ts";
import { flagProblems } from "./flagProblems.ts";
import { metricProblems } from "./metricProblems.ts";
import { redirectProblems } from "./redirectProblems.ts";
import { refuse } from "./refuse.ts";
import { variationProblems } from "./variationProblems.ts";

/** What an experiment is checked against. */
export interface Surroundings {
  /** A flag as it stands, of the site's code or of the console; null where there is none. */
  findFlag(key: string): Promise<FlagDefinition | null> | FlagDefinition | null;
  /** The texts of a page that can vary; null for a page that has none. Without it there are no content experiments. */
  readPageText?: (page: string) => Promise<PageTextAnswer | null>;
  /** Whether the site answers a path with a page. Without it every path may be one. */
  isPage?: (path: string) => boolean;
}

/** Refuses a definition that hangs together badly, naming each field. @throws {ApiError} bad_request */
export async function checkDefinition(
  definition: ExperimentDefinition,
  others: readonly ExperimentRow[],
  surroundings: Surroundings,
): Promise<void> {
  refuse([
    ...variationProblems(definition.variations),
    ...metricProblems(definition.metrics),
    ...(await kindProblems(definition, others, surroundings)),
  ]);
}

async function kindProblems(
  definition: ExperimentDefinition,
  others: readonly ExperimentRow[],
  { findFlag, readPageText, isPage }: Surroundings,
): Promise<string[]> {
  const { kind, flag, page } = definition;
  if (kind === "redirect") return redirectProblems(definition, others, isPage);
  if (kind === "flag") return flagProblems(definition, await findFlag(flag));
  return contentProblems(definition, (await readPageText?.(page)) ?? null);
}
