import fc from "fast-check";
import { expect, test } from "vitest";
import { logGamma } from "../../../../platform/distributions/gamma.ts";
import { normalCdf } from "../../../../platform/distributions/normal.ts";
import type { ProportionSample, Sample } from "../sample.ts";
import { proportion, samplePair } from "../testing/arbitraries.ts";
import { bayesian } from "./bayesian.ts";
import type { Goal } from "./rankPosteriors.ts";

const prior = { alpha: 1, beta: 1 };

function believed(samples: readonly Sample[], goal: Goal = "increase") {
  const [baseline, challenger, ...moreVariants] = bayesian(samples, { goal, prior }) ?? [];
  if (!baseline || !challenger) throw new Error("There is no belief.");
  return { baseline, challenger, others: moreVariants };
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);

/** E. Miller, "Formulas for Bayesian A/B Testing" (2014), eq. 6: probability that B is above A, as a finite sum. */
function millersChance(one: ProportionSample, other: ProportionSample): number {
  const [a, b] = [one.conversions + 1, one.users - one.conversions + 1];
  const otherB = other.users - other.conversions + 1;
  let sum = 0;
  for (let i = 0; i <= other.conversions; i += 1) {
    sum += Math.exp(
      logBeta(a + i, b + otherB) - Math.log(otherB + i) - logBeta(1 + i, otherB) - logBeta(a, b),
    );
  }
  return sum;
}

test("agrees with Miller's closed form", () => {
  fc.assert(
    fc.property(proportion, proportion, (one, other) => {
      expect(believed([one, other]).challenger.chanceToWin).toBeCloseTo(millersChance(one, other), 7);
    }),
  );
});

test("matches GrowthBook's risks of a proportion", () => {
  // gbstats, tests/bayesian/test_tests.py, test_bayesian_binomial_ab_test: risk [0.03872, 0.01912], chance 0.61052
  // from a normal approximation of the logarithms.
  const samples = [49, 51].map((conversions) => ({ users: 100, conversions }));
  const { baseline, challenger } = believed(samples);
  expect(baseline.expectedLoss).toBeCloseTo(0.03872, 5);
  expect(challenger.expectedLoss).toBeCloseTo(0.01912, 5);
  expect(challenger.chanceToWin).toBeCloseTo(0.61052, 2);
});

test("matches GrowthBook's risks of a mean", () => {
  // gbstats, test_bayesian_gaussian_ab_test: risk [0.51256, 0.01256].
  const one = { users: 10, sum: 100, sumOfSquares: 1002.25 };
  const { baseline, challenger } = believed([one, { users: 10, sum: 105, sumOfSquares: 1111.5 }]);
  expect(baseline.expectedLoss).toBeCloseTo(0.51256, 5);
  expect(challenger.expectedLoss).toBeCloseTo(0.01256, 5);
  expect(challenger.chanceToWin).toBeCloseTo(normalCdf(0.5 / Math.sqrt(0.025 + 0.1)), 10);
});

test("gives equal variations equal chances", () => {
  fc.assert(
    fc.property(samplePair, ([sample]) => {
      const { baseline, challenger, others: moreVariants } = believed([sample, sample, sample]);
      expect(challenger.chanceToWin).toBeCloseTo(0.5, 9);
      for (const { chanceToBeBest } of [baseline, challenger, ...moreVariants]) {
        expect(chanceToBeBest).toBeCloseTo(1 / 3, 9);
      }
    }),
    { numRuns: 30 },
  );
});

test("is symmetric in goal and order, and chances add up to 1", () => {
  fc.assert(
    fc.property(proportion, proportion, (one, other) => {
      const { baseline, challenger } = believed([one, other]);
      const turned = believed([one, other], "decrease");
      expect(turned.challenger.chanceToWin).toBeCloseTo(1 - (challenger.chanceToWin ?? 0), 7);
      expect(turned.challenger.expectedLoss).toBeCloseTo(baseline.expectedLoss, 9);
      expect(believed([other, one]).challenger.chanceToWin).toBeCloseTo(1 - (challenger.chanceToWin ?? 0), 7);
      expect(baseline.chanceToBeBest + challenger.chanceToBeBest).toBeCloseTo(1, 7);
      const gap = (other.conversions + 1) / (other.users + 2) - (one.conversions + 1) / (one.users + 2);
      expect(baseline.expectedLoss - challenger.expectedLoss).toBeCloseTo(gap, 9);
    }),
    { numRuns: 30 },
  );
});

test("increases the chance to win with each conversion", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 299 }), (conversions) => {
      const beliefIn = (count: number) =>
        believed([
          { users: 300, conversions: 150 },
          { users: 300, conversions: count },
        ]).challenger;
      const [less, more] = [beliefIn(conversions), beliefIn(conversions + 1)];
      expect((more.chanceToWin ?? 0) - (less.chanceToWin ?? 0)).toBeGreaterThan(-1e-12);
    }),
    { numRuns: 30 },
  );
});

test("returns no result without variance", () => {
  const lone = { users: 1, sum: 3, sumOfSquares: 9 };
  expect(bayesian([lone, lone], { goal: "increase", prior })).toBeUndefined();
});
