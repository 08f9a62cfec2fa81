import type { ExperimentDefinition } from "@marquee/contract";
import type { CheckContext } from "./checks/checkDefinition.ts";

/** English path of the page that shows an experiment; null if the page no longer exists. */
export function pathOfExperiment(
  { kind, page }: Pick<ExperimentDefinition, "kind" | "page">,
  { pathOfPage }: Pick<CheckContext, "pathOfPage">,
): string | null {
  if (kind === "flag") return "/";
  if (kind === "redirect") return page;
  return pathOfPage(page) ?? null;
}
