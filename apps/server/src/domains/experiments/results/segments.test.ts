import { NOT_SET } from "@marquee/contract";
import { expect, it } from "vitest";
import { experimentDefinition, metric } from "../../../testing/experimentDefinition.ts";
import { buildSegments } from "./segments.ts";

const { variations } = experimentDefinition();

function build(groups: readonly [value: string, converted: number][]) {
  const totals = groups.flatMap(([value, converted]) =>
    [1000, converted].map((sum, index) => ({
      value,
      variation: variations[index]?.key ?? "",
      users: 5000,
      sum,
      sumOfSquares: sum,
    })),
  );
  return buildSegments(totals, { metric: metric(), variations, looks: 1 });
}

it("corrects p-values and intervals for the number of segments, so that they agree", () => {
  const [alone] = build([["mobile", 1180]]);
  const [mobile, desktop] = build([
    ["mobile", 1180],
    ["desktop", 1010],
    ["", 1000],
  ]);
  const [before, after] = [alone?.variations[1], mobile?.variations[1]];
  // Bonferroni: three comparisons.
  expect(after?.fixedHorizon?.pValue).toBeCloseTo(3 * (before?.fixedHorizon?.pValue ?? 0), 12);
  for (const test of ["sequential", "fixedHorizon"] as const) {
    const [narrow, wide] = [before?.[test]?.lift ?? [0, 0], after?.[test]?.lift ?? [0, 0]];
    expect(wide[0]).toBeLessThan(narrow[0]);
    expect(wide[1]).toBeGreaterThan(narrow[1]);
    for (const figures of [before, after, desktop?.variations[1]]) {
      const { pValue = 1, lift } = figures?.[test] ?? {};
      expect(lift && (lift[0] > 0 || lift[1] < 0)).toBe(pValue < 0.05);
    }
  }
  expect(desktop?.variations[1]?.fixedHorizon?.pValue).toBeGreaterThan(0.9);
  expect(after?.lift).toBe(before?.lift);
});

it("names an unknown segment", () => {
  expect(build([["", 1010]])[0]?.value).toBe(NOT_SET);
});
