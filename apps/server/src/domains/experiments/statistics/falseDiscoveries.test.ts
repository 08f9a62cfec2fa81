import fc from "fast-check";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { describe, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import { falseDiscoveries } from "./falseDiscoveries.ts";
import type { ProportionSample } from "./sample.ts";
import { sequential } from "./sequential.ts";

const ALPHA = 0.05;
const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });

describe("the procedure of Benjamini and Hochberg", () => {
  it("adjusts like R's p.adjust", () => {
    const { adjusted, comparisons } = falseDiscoveries([0.01, 0.02, 0.03, 0.04, 0.05], 0.06);
    for (const each of adjusted) expect(each).toBeCloseTo(0.05, 12);
    expect(comparisons).toBe(1);
    const other = falseDiscoveries([0.001, 0.9, 0.012, 0.04], ALPHA);
    for (const [index, each] of [0.004, 0.9, 0.024, 0.16 / 3].entries())
      expect(other.adjusted[index]).toBeCloseTo(each, 12);
    expect(other.comparisons).toBe(2);
  });

  it("reports exactly what it compares at its level, so that intervals agree", () => {
    fc.assert(
      fc.property(pValues, (values) => {
        const { adjusted, comparisons } = falseDiscoveries(values, ALPHA);
        for (const [index, pValue] of values.entries()) {
          // Ignore ends that meet exactly, where rounding decides.
          if (Math.abs(pValue * comparisons - ALPHA) < 1e-9) continue;
          expect((adjusted[index] ?? 1) < ALPHA).toBe(pValue * comparisons < ALPHA);
          expect(adjusted[index]).toBeGreaterThanOrEqual(pValue * (1 - 1e-12));
        }
      }),
    );
  });
});

const EXPERIMENTS = IS_SOAK ? 4000 : 150;
const TESTS = 10;
const LOOKS = 20;
const USERS_A_LOOK = 100;
const SETTINGS = { alpha: ALPHA, tuning: 5000 };
const generator = xoroshiro128plus(20_261_125);

function more({ users, conversions }: ProportionSample, rate: number): ProportionSample {
  let next = conversions;
  for (let user = 0; user < USERS_A_LOOK; user += 1) next += uniformFloat64(generator) < rate ? 1 : 0;
  return { users: users + USERS_A_LOOK, conversions: next };
}

/**
 * Experiments with ten tests that are read 20 times. Rates of any false report at any look, if each test is separate, if all share alpha (Bonferroni, as
 * for segments), and by the procedure (as for secondary metrics); and the share of false ones among what the procedure reports in the end.
 * @param effects how many of the tests have a true effect: 20% against 30%.
 */
function simulate(effects: number) {
  const rates = { alone: 0, shared: 0, procedure: 0, falseShare: 0, power: 0 };
  const add = (name: keyof typeof rates, value: number) => {
    rates[name] += value / EXPERIMENTS;
  };
  for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
    const nobody = { users: 0, conversions: 0 };
    const pairs = Array.from(
      { length: TESTS },
      () => [nobody, nobody] as [ProportionSample, ProportionSample],
    );
    const seen = { alone: false, shared: false, procedure: false };
    let reported: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      const values = pairs.map(([one, other], index) => {
        pairs[index] = [more(one, 0.2), more(other, index < effects ? 0.3 : 0.2)];
        return sequential(...(pairs[index] ?? [one, other]), SETTINGS)?.pValue ?? 1;
      });
      const isFalse = (index: number) => index >= effects;
      const { adjusted } = falseDiscoveries(values, ALPHA);
      reported = adjusted.flatMap((pValue, index) => (pValue < ALPHA ? [index] : []));
      seen.alone ||= values.some((pValue, index) => isFalse(index) && pValue < ALPHA);
      seen.shared ||= values.some((pValue, index) => isFalse(index) && pValue * TESTS < ALPHA);
      seen.procedure ||= reported.some(isFalse);
    }
    add("alone", Number(seen.alone));
    add("shared", Number(seen.shared));
    add("procedure", Number(seen.procedure));
    add("falseShare", reported.filter((index) => index >= effects).length / Math.max(1, reported.length));
    add("power", effects === 0 ? 0 : reported.filter((index) => index < effects).length / effects);
  }
  return rates;
}

it("keeps false reports below alpha in ten tests that are read 20 times", () => {
  const [none, half] = [simulate(0), simulate(5)];
  if (IS_SOAK) process.stdout.write(`${JSON.stringify({ EXPERIMENTS, none, half }, null, 2)}\n`);
  // Without a correction, ten tests report too often. This check shows that the simulation can detect that.
  expect(none.alone).toBeGreaterThan(ALPHA);
  expect(none.procedure).toBeLessThanOrEqual(ALPHA);
  expect(none.shared).toBeLessThanOrEqual(ALPHA);
  expect(half.shared).toBeLessThanOrEqual(ALPHA);
  expect(half.falseShare).toBeLessThanOrEqual(ALPHA);
  expect(half.power).toBeGreaterThan(0.9);
});
