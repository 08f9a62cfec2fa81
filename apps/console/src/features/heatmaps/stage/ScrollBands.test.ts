import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { depthMarks } from "./ScrollBands.tsx";

const falling = (shareAt: (depth: number) => number) =>
  Array.from({ length: 101 }, (_, depth) => shareAt(depth));

describe("depthMarks", () => {
  it("returns the last percent of the page that each share of views reached", () => {
    const marks = depthMarks(falling((depth) => (100 - depth) / 100));
    expect(marks.map(({ depth }) => depth)).toEqual([10, 25, 50, 75, 90]);
    expect(marks.map(({ share }) => share)).toEqual(
      [0.9, 0.75, 0.5, 0.25, 0.1].map((share) => expect.closeTo(share)),
    );
  });

  it("merges marks in one place, and returns none without data", () => {
    expect(depthMarks(falling((depth) => (depth <= 30 ? 1 : 0.3)))).toEqual([
      { depth: 30, share: 1 },
      { depth: 100, share: 0.3 },
    ]);
    expect(depthMarks([])).toEqual([]);
  });

  it("returns exact shares, and marks that do not overlap", () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 100, maxLength: 100 });
    fc.assert(
      fc.property(shares, (values) => {
        const reached = [1, ...values.toSorted((one, other) => other - one)];
        const marks = depthMarks(reached);
        for (const { depth, share } of marks) expect(reached[depth]).toBe(share);
        marks.slice(1).forEach(({ depth }, index) => {
          expect(depth - (marks[index]?.depth ?? 0)).toBeGreaterThanOrEqual(2);
        });
      }),
    );
  });
});
