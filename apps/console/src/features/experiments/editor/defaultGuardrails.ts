import { ERROR_EVENT, type Metric, WEB_VITALS_EVENT } from "@marquee/contract";

const GUARDRAIL = { path: "", goal: "decrease", isGuardrail: true } as const;

/** What every new experiment is watched for besides its own metrics: that it makes no page slower, more jumpy or more fragile. */
export const DEFAULT_GUARDRAILS: readonly Metric[] = [
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
