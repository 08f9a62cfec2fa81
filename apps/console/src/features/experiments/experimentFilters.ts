import { EXPERIMENT_STATES } from "@marquee/contract";
import type { ExperimentSummary } from "@marquee/contract/schema";

export const FILTER_NAMES = ["q", "state"] as const;
type FilterName = (typeof FILTER_NAMES)[number];

const STATE_NAMES = { draft: "Drafts", running: "Running", stopped: "Stopped" } as const;
export const STATE_CHOICES = EXPERIMENT_STATES.map((state) => [state, STATE_NAMES[state]] as const);

/** The experiments that the filters of the address leave: running ones first, then the latest changed. */
export function filterExperiments(
  experiments: readonly ExperimentSummary[],
  { q, state }: Record<FilterName, string>,
): ExperimentSummary[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const isAsked = ({ definition, state: own }: ExperimentSummary) => {
    const { key, name, flag, page } = definition;
    const text = `${key} ${name} ${flag} ${page}`.toLowerCase();
    return (state === "" || own === state) && words.every((word) => text.includes(word));
  };
  return experiments.filter(isAsked).sort((a, b) => rank(a) - rank(b) || b.updatedAt - a.updatedAt);
}

function rank({ state }: ExperimentSummary): number {
  return state === "running" ? 0 : 1;
}
