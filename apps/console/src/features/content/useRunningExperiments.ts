import { type ContentChanges, isBannerItem, SITE_BANNER_FLAG } from "@marquee/contract";
import type { ExperimentSummary } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";

/** A running experiment, as shown at a field. */
export interface RunningExperiment {
  key: string;
  name: string;
}

type Field = { item: string; pointer: string };

/** Which running experiment varies a field; null for none. */
export function useRunningExperiments(): (field: Field) => RunningExperiment | null {
  const { data } = useRoute("GET /experiments");
  return (field) => experimentOn(data?.experiments ?? [], field);
}

/** @param experiments may be in any state. An experiment on the banner varies all of it. */
export function experimentOn(
  experiments: readonly Pick<ExperimentSummary, "definition" | "state">[],
  { item, pointer }: Field,
): RunningExperiment | null {
  const experiment = experiments.find(({ state, definition: { kind, flag, variations } }) => {
    if (state !== "running") return false;
    if (kind !== "content") return flag === SITE_BANNER_FLAG && isBannerItem(item);
    return variations.some(({ value }) => (value as ContentChanges | null)?.[item]?.[pointer] !== undefined);
  });
  return experiment ? { key: experiment.definition.key, name: experiment.definition.name } : null;
}
