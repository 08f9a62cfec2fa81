import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, test } from "vitest";
import { frequentist } from "./frequentist.ts";
import type { MeanSample, ProportionSample, Sample } from "./sample.ts";
import { sequential } from "./sequential.ts";

const EXPERIMENTS = 10_000;
const ALPHA = 0.05;
const HALF_A_POINT = 0.005;
/** Experiments whose fixed-horizon test is read at every look: enough to show the effect of peeking. */
const PEEKED = 1000;
const LOOKS = 20;
const USERS_A_LOOK = 100;
const SETTINGS = { alpha: ALPHA, tuning: 5000 };

const generator = xoroshiro128plus(20_240_611);
const random = () => uniformFloat64(generator);

function moreConversions(sample: ProportionSample, rate = 0.2): ProportionSample {
  let { conversions } = sample;
  for (let user = 0; user < USERS_A_LOOK; user += 1) conversions += random() < rate ? 1 : 0;
  return { users: sample.users + USERS_A_LOOK, conversions };
}

/** Values as skewed as orders: half of the users have 0, the others an exponential value. */
function moreValues({ users, sum, sumOfSquares }: MeanSample): MeanSample {
  const next = { users: users + USERS_A_LOOK, sum, sumOfSquares };
  for (let user = 0; user < USERS_A_LOOK; user += 1) {
    const value = random() < 0.5 ? 0 : -Math.log(1 - random());
    next.sum += value;
    next.sumOfSquares += value * value;
  }
  return next;
}

/** Share of A/A experiments in which a test reports a difference: at the end, and at any look. */
function falsePositives<Kind extends Sample>(nobody: Kind, more: (sample: Kind) => Kind) {
  const rates = { fixedAtTheEnd: 0, fixedAtAnyLook: 0, sequentialAtAnyLook: 0 };
  for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
    let one: Kind = nobody;
    let other: Kind = nobody;
    const seen = { fixed: false, end: false, sequential: false };
    for (let look = 0; look < LOOKS; look += 1) {
      [one, other] = [more(one), more(other)];
      if (experiment >= PEEKED && look < LOOKS - 1) seen.end = false;
      else seen.end = (frequentist(one, other, ALPHA)?.pValue ?? 1) < ALPHA;
      seen.fixed ||= seen.end;
      seen.sequential ||= (sequential(one, other, SETTINGS)?.pValue ?? 1) < ALPHA;
    }
    rates.fixedAtTheEnd += Number(seen.end) / EXPERIMENTS;
    rates.fixedAtAnyLook += Number(experiment < PEEKED && seen.fixed) / PEEKED;
    rates.sequentialAtAnyLook += Number(seen.sequential) / EXPERIMENTS;
  }
  return rates;
}

const RUNS = {
  conversions: () => falsePositives({ users: 0, conversions: 0 }, moreConversions),
  values: () => falsePositives({ users: 0, sum: 0, sumOfSquares: 0 }, moreValues),
};

test.each(["conversions", "values"] as const)("10,000 A/A tests of %s stay within alpha", (kind) => {
  const rates = RUNS[kind]();
  expect(Math.abs(rates.fixedAtTheEnd - ALPHA)).toBeLessThanOrEqual(HALF_A_POINT);
  expect(rates.sequentialAtAnyLook).toBeLessThanOrEqual(ALPHA + HALF_A_POINT);
  // Peeking inflates a fixed-horizon test. This check shows that the looks matter.
  expect(rates.fixedAtAnyLook).toBeGreaterThan(4 * ALPHA);
});

test("the interval of the lift contains a lift of 50% in 95% of experiments, though few users convert", () => {
  const experiments = 4000;
  let contained = 0;
  for (let experiment = 0; experiment < experiments; experiment += 1) {
    let one: ProportionSample = { users: 0, conversions: 0 };
    let other = one;
    for (let look = 0; look < 6; look += 1)
      [one, other] = [moreConversions(one, 0.04), moreConversions(other, 0.06)];
    const lift = frequentist(one, other, ALPHA)?.lift;
    contained += Number(lift && lift.low <= 0.5 && lift.high >= 0.5) / experiments;
  }
  expect(Math.abs(contained - (1 - ALPHA))).toBeLessThanOrEqual(2 * HALF_A_POINT);
});
