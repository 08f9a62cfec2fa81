import type { CredibleInterval, VariationFigures } from "@marquee/contract/schema";
import type { VariantResult } from "../statistics/analyse.types.ts";
import type { Interval } from "../statistics/relativeLift.ts";

/** The numbers of each variation that the console shows, the control first. `lift` is relative; `expectedLoss` is a share of the control's mean. */
export function figuresOf(variants: readonly VariantResult[]): VariationFigures[] {
  const [control] = variants;
  return variants.map((variant) => ({
    variation: variant.key,
    users: variant.users,
    total: variant.total,
    mean: meanOf(variant),
    ...(variant === control || !control ? OF_CONTROL : comparedWith(control, variant)),
  }));
}

type Compared = Omit<VariationFigures, "variation" | "users" | "total" | "mean">;

const OF_CONTROL: Compared = {
  lift: null,
  credible: null,
  chanceToWin: null,
  expectedLoss: null,
  pValue: null,
  confidence: null,
  sequentialPValue: null,
  sequential: null,
};

function comparedWith(control: VariantResult, { bayesian, comparison }: VariantResult): Compared {
  const base = meanOf(control);
  return {
    lift: comparison?.frequentist?.lift?.value ?? null,
    credible: ends(bayesian?.lift),
    chanceToWin: bayesian?.chanceToWin ?? null,
    expectedLoss: bayesian && base > 0 ? bayesian.expectedLoss / base : null,
    pValue: comparison?.frequentist?.pValue ?? null,
    confidence: ends(comparison?.frequentist?.lift),
    sequentialPValue: comparison?.sequential?.pValue ?? null,
    sequential: ends(comparison?.sequential?.lift),
  };
}

function meanOf({ users, total }: VariantResult): number {
  return users === 0 ? 0 : total / users;
}

/** Both ends of an interval. */
export function ends(interval: Interval | null | undefined): CredibleInterval | null {
  return interval ? [interval.low, interval.high] : null;
}
