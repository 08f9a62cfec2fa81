import type { ExperimentDefinition, Variation } from "@marquee/contract";
import type { ExperimentResponse } from "@marquee/contract/schema";
import { DEFAULT_GUARDRAILS } from "./defaultGuardrails.ts";
import { newMetric } from "./metrics/metricTemplates.ts";

/** Texts of a page, halves, judged by sent forms; speed and errors are watched. */
function newDefinition(): ExperimentDefinition {
  return {
    key: "",
    name: "",
    hypothesis: "",
    kind: "content",
    flag: "",
    page: "",
    variations: [
      { key: "control", name: "Control", value: {}, weight: 0.5 },
      { key: "variation-1", name: "Variation 1", value: {}, weight: 0.5 },
    ],
    targeting: [],
    coverage: 1,
    metrics: [newMetric("event", []), ...DEFAULT_GUARDRAILS],
    minimumEffect: 0.05,
  };
}

/** An experiment that the store does not know yet. */
export function newExperiment(): ExperimentResponse {
  return {
    definition: newDefinition(),
    revision: 0,
    state: "draft",
    phase: 0,
    startedAt: null,
    stoppedAt: null,
    updatedAt: 0,
    updatedBy: "",
    shipped: null,
    previews: [],
  };
}

/** A new variation with an unused key. It has weight 0, so no one sees it yet. */
export function newVariation(variations: readonly Variation[], value: Variation["value"]): Variation {
  const number = firstAvailable(variations, (candidate) => `variation-${candidate}`);
  return { key: `variation-${number}`, name: `Variation ${number}`, value, weight: 0 };
}

function firstAvailable(variations: readonly Variation[], keyOf: (number: number) => string): number {
  const taken = new Set(variations.map(({ key }) => key));
  let number = 1;
  while (taken.has(keyOf(number))) number += 1;
  return number;
}
