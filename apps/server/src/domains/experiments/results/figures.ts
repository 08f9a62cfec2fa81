import type { IntervalEnds, TestFigures, VariationFigures } from "@marquee/contract/schema";
import type { VariantResult } from "../statistics/analyse.types.ts";
import type { Interval, TestResult } from "../statistics/contrast.ts";

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
  chanceToWin: null,
  expectedLoss: null,
  sequential: null,
  fixedHorizon: null,
};

function comparedWith(control: VariantResult, variant: VariantResult): Compared {
  const base = meanOf(control);
  const { bayesian, comparison } = variant;
  return {
    lift: comparison?.sequential && base > 0 ? meanOf(variant) / base - 1 : null,
    chanceToWin: bayesian?.chanceToWin ?? null,
    expectedLoss: bayesian && base > 0 ? bayesian.expectedLoss / base : null,
    sequential: testFigures(comparison?.sequential),
    fixedHorizon: testFigures(comparison?.frequentist),
  };
}

function meanOf({ users, total }: VariantResult): number {
  return users === 0 ? 0 : total / users;
}

function testFigures(result: TestResult | null | undefined): TestFigures | null {
  if (!result) return null;
  const { pValue, lift, difference } = result;
  return { pValue, lift: lift && ends(lift), difference: ends(difference) };
}

/** Both ends of an interval. */
export function ends({ low, high }: Interval): IntervalEnds {
  return [low, high];
}
