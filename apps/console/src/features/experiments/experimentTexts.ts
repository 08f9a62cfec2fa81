import type { ExperimentDefinition, ExperimentKind } from "@marquee/contract";
import type { ExperimentSummary } from "@marquee/contract/schema";

export const KIND_NAMES: Record<ExperimentKind, string> = {
  content: "Texts of a page",
  redirect: "Redirect",
  flag: "Flag",
};

/** What differs between the variations, in a few words. */
export function whatVaries({
  kind,
  page,
  flag,
}: Pick<ExperimentDefinition, "kind" | "page" | "flag">): string {
  if (kind === "content") return page === "" ? "Texts of a page" : `Texts of the page ${page}`;
  if (kind === "redirect") return page === "" ? "Where a path leads" : `Where ${page} leads`;
  return flag === "" ? "A flag" : `Flag ${flag}`;
}

/** Name of a variation by its key. */
export function variationName({ variations }: Pick<ExperimentDefinition, "variations">, key: string): string {
  return variations.find((variation) => variation.key === key)?.name ?? key;
}

/** Since when it is as it is; the state of one that never ran begins with its last change. */
export function stateSince({ state, startedAt, stoppedAt, updatedAt }: ExperimentSummary): number {
  if (state === "running") return startedAt ?? updatedAt;
  return state === "stopped" ? (stoppedAt ?? updatedAt) : updatedAt;
}
