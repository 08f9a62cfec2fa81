import {
  contentFlag,
  ERROR_EVENT,
  type ExperimentDefinition,
  type Json,
  type Metric,
  type Variation,
  WEB_VITALS_EVENT,
} from "@marquee/contract";
import type { ExperimentResponse } from "@marquee/contract/schema";
import { newMetric } from "./metrics/metricTemplates.ts";

const GUARDRAIL = { path: "", goal: "decrease", isGuardrail: true } as const;

/** Guardrails of every new experiment: load time, responsiveness, layout stability and errors. */
const DEFAULT_GUARDRAILS: readonly Metric[] = [
  {
    id: "lcp",
    name: "Largest contentful paint",
    type: "mean",
    event: WEB_VITALS_EVENT,
    property: "lcp",
    ...GUARDRAIL,
  },
  {
    id: "inp",
    name: "Interaction to next paint",
    type: "mean",
    event: WEB_VITALS_EVENT,
    property: "inp",
    ...GUARDRAIL,
  },
  {
    id: "cls",
    name: "Cumulative layout shift",
    type: "mean",
    event: WEB_VITALS_EVENT,
    property: "cls",
    ...GUARDRAIL,
  },
  {
    id: "errors",
    name: "Visitors with an error",
    type: "conversion",
    event: ERROR_EVENT,
    property: "",
    ...GUARDRAIL,
  },
];

/** A page text experiment with an even split, form submissions as its primary metric, and the default guardrails. */
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

/** A new experiment. Revision 0 means that it is not saved yet. */
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
    phases: [],
    path: null,
    publication: null,
    takenBack: null,
  };
}

/** A new variation with an unused key and weight 0. */
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

/** Updates derived fields: the flag of the experiment's type, and the value of the control. */
export function settle(definition: ExperimentDefinition): ExperimentDefinition {
  const { kind, key, page } = definition;
  if (kind === "flag") return { ...definition, page: "" };
  if (kind === "redirect") {
    return { ...definition, flag: `redirect.${key}`, variations: withControl(definition.variations, page) };
  }
  const flag = page === "" ? "" : contentFlag(page);
  return { ...definition, flag, variations: withControl(definition.variations, {}) };
}

/** Initial value of a variation of this kind. */
export function emptyValue({ kind }: Pick<ExperimentDefinition, "kind">): Json {
  if (kind === "content") return {};
  return kind === "redirect" ? "" : null;
}

function withControl(variations: readonly Variation[], value: Json): Variation[] {
  return variations.map((variation, index) => (index === 0 ? { ...variation, value } : variation));
}
