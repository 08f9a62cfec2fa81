import { expect, test } from "vitest";
import { studentTCritical, studentTTwoSided } from "../../domains/experiments/statistics/frequentist.ts";
import { logGamma, upperGamma } from "./gamma.ts";
import { betaDensity, incompleteBeta } from "./incompleteBeta.ts";
import { normalCdf, normalUpperQuantile } from "./normal.ts";

/** Compares by relative error, so tails count as much as the center. */
const expectClose = (actual: number, wanted: number, relative = 1e-11) =>
  expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(relative * Math.abs(wanted) + 1e-300);

// Reference values: mpmath 1.3, 40 digits.

test.each([
  [0.1, 2.252712651734206],
  [0.5, 0.5723649429247001],
  [1.5, -0.1207822376352452],
  [10, 12.80182748008147],
  [123.25, 468.6144829505166],
  [1_000_000, 12_815_504.56914761],
])("logGamma(%d)", (x, wanted) => expectClose(logGamma(x), wanted, 1e-13));

test.each([
  [0.3, 2, 5, 0.579825, 2.1609],
  [0.5, 0.5, 0.5, 0.5, 0.6366197723675813],
  [0.4, 20, 30, 0.5077001996576479, 5.7279276414762],
  [0.001, 1, 1000, 0.632304575229036, 368.0634882592233],
  [0.049, 5000, 95_000, 0.07271518812067755, 203.169303909207],
  [0.2005, 200_000, 800_000, 0.8942990208585753, 456.2130603886425],
  [0.9, 50, 2.5, 0.05784501211279447, 2.498875701023245],
  [0.0499, 50_001, 950_001, 0.3220851163391335, 1647.365355467511],
  [0.01, 50, 1000, 5.958757515434529e-19, 2.392754216219806e-15],
])("Beta at %d of (%d, %d)", (x, a, b, cumulative, density) => {
  expectClose(incompleteBeta(x, a, b), cumulative, 1e-10);
  expectClose(betaDensity(x, a, b), density, 1e-10);
});

test("Beta is 0 or 1 at its ends", () => {
  expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
  expect([betaDensity(0, 2, 3), betaDensity(1, 2, 3)]).toEqual([0, 0]);
});

test.each([
  [0.5, 0.1, 0.654720846018577],
  [0.5, 30, 9.485737571073848e-15],
  [1, 2, 0.1353352832366127],
  [2.5, 20, 1.493367900050395e-7],
  [10, 3, 0.9988975118698845],
])("upperGamma(%d, %d)", (a, x, wanted) => expectClose(upperGamma(a, x), wanted, 1e-12));

test.each([
  [-10, 7.619853024160525e-24],
  [-0.5, 0.3085375387259869],
  [0, 0.5],
  [0.3, 0.6179114221889526],
  [2.5, 0.993790334674224],
  [6, 0.9999999990134124],
])("normalCdf(%d)", (z, wanted) => expectClose(normalCdf(z), wanted, 1e-12));

test.each([
  [0.025, 1.959963984540054],
  [0.0005, 3.290526731491926],
  [0.5, 0],
  [0.8, -0.8416212335729143],
])("normalUpperQuantile(%d)", (chance, wanted) => {
  expect(normalUpperQuantile(chance)).toBeCloseTo(wanted, 11);
});

test.each([
  [1, 1, 0.5],
  [2.5, 3.7, 0.07182202291182678],
  [1.8608, 17.776, 0.07939657813977981],
  [12, 5, 7.089492517161522e-5],
  [1.96, 100_000, 0.04999856319430163],
  [5, 1_000_000, 5.733997870890742e-7],
])("Student's t of %d with %d degrees of freedom", (t, freedom, wanted) => {
  expectClose(studentTTwoSided(t, freedom), wanted, 1e-10);
  expect(studentTCritical(wanted, freedom)).toBeCloseTo(t, 8);
});

test.each([
  [1, 12.706],
  [5, 2.571],
  [30, 2.042],
  [120, 1.98],
])("matches printed tables for Student's t with %d degrees of freedom at 5 %%", (freedom, printed) => {
  expect(studentTCritical(0.05, freedom)).toBeCloseTo(printed, 3);
});
