/** Outcome of a variation's sequential interval, with respect to the metric's goal. */
export type Outcome = "better" | "worse" | "open";

export interface Challenger {
  readonly key: string;
  readonly outcome: Outcome;
  readonly chanceToBeBest: number;
  /** Keys of guardrails whose sequential interval is entirely on the bad side. */
  readonly harmedGuardrails: readonly string[];
}

/** What is missing before a verdict. */
export type Shortfall =
  | { readonly kind: "users"; readonly needed: number; readonly seen: number }
  | { readonly kind: "conversions"; readonly needed: number; readonly seen: number }
  | { readonly kind: "days"; readonly needed: number; readonly seen: number }
  | { readonly kind: "planned-sample"; readonly needed: number; readonly seen: number };

/** The verdict of an experiment; the console words it. */
export type Verdict =
  | { readonly kind: "sample-ratio-mismatch"; readonly pValue: number }
  | { readonly kind: "too-early"; readonly missing: readonly Shortfall[] }
  | { readonly kind: "guardrail-harmed"; readonly variant: string; readonly guardrails: readonly string[] }
  | { readonly kind: "winner"; readonly variant: string; readonly chanceToBeBest: number }
  | { readonly kind: "loser"; readonly variants: readonly string[] }
  | { readonly kind: "no-difference"; readonly worse: readonly string[] };

interface Evidence {
  readonly sampleRatio: { readonly pValue: number; readonly isMismatch: boolean };
  /** What is missing before even a clear result is reported. */
  readonly minimum: readonly Shortfall[];
  /** What is missing from the planned sample. Without a clear result, the experiment runs until the sample is reached. */
  readonly planned: readonly Shortfall[];
  readonly challengers: readonly Challenger[];
}

/** Of the variations that are better and harm no guardrail, the one with the highest chance to be best. */
function bestOf(challengers: readonly Challenger[]): Challenger | undefined {
  return challengers
    .filter(({ outcome, harmedGuardrails }) => outcome === "better" && harmedGuardrails.length === 0)
    .sort((a, b) => b.chanceToBeBest - a.chanceToBeBest)[0];
}

const harmOf = ({ key, harmedGuardrails }: Challenger): Verdict => ({
  kind: "guardrail-harmed",
  variant: key,
  guardrails: harmedGuardrails,
});

/**
 * Returns the first verdict that applies:
 * 1. sample ratio mismatch: no result can be trusted;
 * 2. too early: minimum users, conversions or days are missing (a harmed guardrail does not wait for days);
 * 3. winner: a variation is better and harms no guardrail;
 * 4. guardrail harmed;
 * 5. loser: all variations are worse;
 * 6. too early: the planned sample is not reached;
 * 7. no difference as large as the plan's minimum effect.
 */
export function decide({ sampleRatio, minimum, planned, challengers }: Evidence): Verdict {
  if (sampleRatio.isMismatch) return { kind: "sample-ratio-mismatch", pValue: sampleRatio.pValue };
  const harmful = challengers.find(({ harmedGuardrails }) => harmedGuardrails.length > 0);
  const waitsForDaysOnly = minimum.every(({ kind }) => kind === "days");
  if (minimum.length > 0 && !(harmful && waitsForDaysOnly)) return { kind: "too-early", missing: minimum };
  const best = minimum.length === 0 ? bestOf(challengers) : undefined;
  if (best) return { kind: "winner", variant: best.key, chanceToBeBest: best.chanceToBeBest };
  if (harmful) return harmOf(harmful);
  const worse = challengers.filter(({ outcome }) => outcome === "worse").map(({ key }) => key);
  if (worse.length === challengers.length) return { kind: "loser", variants: worse };
  return planned.length > 0 ? { kind: "too-early", missing: planned } : { kind: "no-difference", worse };
}
