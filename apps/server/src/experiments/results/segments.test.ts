import { expect, it } from "vitest";
import { experimentDefinition, metric } from "../../testing/experimentDefinition.ts";
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
  return buildSegments(totals, { split: "device", metric: metric(), variations });
}

it("adjusts the p-values of all segments together", () => {
  const [alone] = build([["mobile", 1180]]);
  const [mobile, desktop] = build([
    ["mobile", 1180],
    ["desktop", 1010],
    ["", 1000],
  ]);
  const [before, after] = [alone?.variations[1], mobile?.variations[1]];
  // Benjamini and Hochberg: the smallest of three p-values is multiplied by three.
  expect(after?.pValue).toBeCloseTo(3 * (before?.pValue ?? 0), 12);
  expect(after?.sequentialPValue).toBeCloseTo(3 * (before?.sequentialPValue ?? 0), 12);
  expect(desktop?.variations[1]?.pValue).toBeGreaterThan(0.9);
  expect(after?.lift).toBe(before?.lift);
});

it("labels an unknown segment", () => {
  expect(build([["", 1010]])[0]?.value).toBe("Unknown");
});
