import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import type { Analysis } from "./analyse.types.ts";

/** A two-week experiment on conversions: 1,000 of 10,000 users convert in the control, `lifted` of 10,000 in the variation. */
const twoWeeks = (lifted: number, part: Partial<Analysis> = {}): Analysis => ({
  metric: { goal: "increase" },
  variants: [
    { key: "control", users: 10_000, conversions: 1000 },
    { key: "short", users: 10_000, conversions: lifted },
  ],
  weights: [50, 50],
  daysRun: 14,
  ...part,
});
const errors = (baseline: number, challenger: number) => ({
  key: "errors",
  goal: "decrease" as const,
  samples: [baseline, challenger].map((conversions) => ({ users: 10_000, conversions })),
});

describe("analyse", () => {
  it("returns all numbers of a winner as plain data", () => {
    const result = analyse(twoWeeks(1200));
    const [control, short] = result.variants;
    expect(control).toMatchObject({
      users: 10_000,
      total: 1000,
      mean: 0.1,
      comparison: null,
      guardrails: [],
    });
    expect(short?.comparison?.outcome).toBe("better");
    expect(short?.comparison?.frequentist?.lift?.value).toBeCloseTo(0.2, 12);
    expect(short?.bayesian?.chanceToWin).toBeGreaterThan(0.9999);
    expect(result.sampleRatio).toEqual({ pValue: 1, isMismatch: false });
    expect(result.verdict).toMatchObject({ kind: "winner", variant: "short" });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it("reverses the verdict with the goal", () => {
    expect(analyse(twoWeeks(800)).verdict).toEqual({ kind: "loser", variants: ["short"] });
    const decrease = twoWeeks(800, { metric: { goal: "decrease" } });
    expect(analyse(decrease).verdict).toMatchObject({ kind: "winner", variant: "short" });
  });

  it("reports a sample ratio mismatch", () => {
    const weights = [40, 60];
    expect(analyse(twoWeeks(1200, { weights })).verdict.kind).toBe("sample-ratio-mismatch");
  });

  it("reports a harmed guardrail by name", () => {
    const harmed = analyse(twoWeeks(1200, { guardrails: [errors(200, 400)] }));
    expect(harmed.verdict).toEqual({ kind: "guardrail-harmed", variant: "short", guardrails: ["errors"] });
    expect(analyse(twoWeeks(1200, { guardrails: [errors(400, 200)] })).verdict.kind).toBe("winner");
    expect(analyse(twoWeeks(1200, { guardrails: [errors(200, 204)] })).verdict.kind).toBe("winner");
  });

  it("waits for users, conversions and days, and returns how many it needs", () => {
    const variants = [
      { key: "control", users: 60, conversions: 3 },
      { key: "short", users: 70, conversions: 9 },
    ];
    expect(analyse(twoWeeks(0, { variants, daysRun: 2 })).verdict).toEqual({
      kind: "too-early",
      missing: [
        { kind: "users", needed: 100, seen: 60 },
        { kind: "conversions", needed: 25, seen: 12 },
        { kind: "days", needed: 7, seen: 2 },
      ],
    });
  });

  it("continues until the planned sample size, then reports no difference", () => {
    const open = analyse(twoWeeks(1010));
    const { fixedHorizon = 0, sequential = 0, days = 0 } = open.runningTime ?? {};
    expect(open.verdict).toEqual({
      kind: "too-early",
      missing: [{ kind: "planned-sample", needed: sequential, seen: 10_000 }],
    });
    // Fleiss's formula, calculated by hand: 10% against 10.5% at 5% alpha and 80% power.
    expect(Math.abs(fixedHorizon - 57_763)).toBeLessThanOrEqual(1);
    expect(days).toBe(Math.ceil(sequential / (10_000 / 14)));
    const coarse = twoWeeks(1010, { settings: { minimumEffect: 0.3 } });
    expect(analyse(coarse).verdict).toEqual({ kind: "no-difference", worse: [] });
    expect(analyse(coarse).runningTime?.daysLeft).toBe(0);
  });

  it("divides alpha among several variations", () => {
    const pair = twoWeeks(1150);
    const alone = analyse(pair).variants[1]?.comparison?.sequential;
    const variants = [...pair.variants, { key: "long", users: 10_000, conversions: 1000 }];
    const shared = analyse({ ...pair, variants, weights: [1, 1, 1] }).variants[1]?.comparison?.sequential;
    expect(shared?.difference.low).toBeLessThan(alone?.difference.low ?? Number.NaN);
  });

  it("returns p-values, intervals and outcomes that agree, however many variations there are", () => {
    const rates = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 2, maxLength: 5 });
    let significant = 0;
    fc.assert(
      fc.property(rates, fc.boolean(), (counts, isMean) => {
        const variants = counts.map((count, index) => ({
          key: `v${index}`,
          users: 1000,
          ...(isMean ? { sum: 2 * count, sumOfSquares: 4 * count } : { conversions: count }),
        })) as Analysis["variants"];
        const guardrails = [{ key: "guard", goal: "decrease" as const, samples: variants }];
        const weights = counts.map(() => 1);
        const result = analyse(twoWeeks(0, { variants, weights, guardrails }));
        for (const { comparison, guardrails: watched } of result.variants.slice(1)) {
          for (const test of [comparison?.sequential, comparison?.frequentist, watched[0]?.sequential]) {
            if (!test || Math.abs(test.pValue - 0.05) < 1e-9) continue;
            const isSignificant = test.pValue < 0.05;
            significant += Number(isSignificant);
            for (const { low, high } of [test.difference, test.lift ?? test.difference])
              expect(low > 0 || high < 0).toBe(isSignificant);
          }
          expect(comparison?.outcome !== "open").toBe((comparison?.sequential?.pValue ?? 1) < 0.05);
          expect(watched[0]?.isHarmed).toBe(comparison?.outcome === "better");
        }
        const { verdict } = result;
        if (verdict.kind === "winner" || verdict.kind === "loser") {
          const named = verdict.kind === "winner" ? [verdict.variant] : verdict.variants;
          for (const { key, comparison } of result.variants)
            if (named.includes(key)) expect(comparison?.sequential?.pValue).toBeLessThan(0.05);
        }
      }),
      { numRuns: 30 },
    );
    expect(significant).toBeGreaterThan(10);
  });

  it("uses exposed users as sample sizes when fewer have a value", () => {
    const { sampleRatio } = analyse(twoWeeks(1100, { sizes: [10_000, 11_000] }));
    expect(sampleRatio.isMismatch).toBe(true);
  });

  it("returns a result without any users", () => {
    const nobody = { users: 0, conversions: 0 };
    const variants = [
      { key: "a", ...nobody },
      { key: "b", ...nobody },
    ];
    const result = analyse(twoWeeks(0, { variants, daysRun: 0 }));
    expect(result.verdict.kind).toBe("too-early");
    expect(result.runningTime).toBeNull();
    expect(result.variants[1]).toMatchObject({
      mean: null,
      comparison: { sequential: null, outcome: "open" },
    });
  });

  it("returns finite numbers for any counts", () => {
    const count = fc.integer({ min: 0, max: 100_000 });
    const sample = fc
      .tuple(count, count)
      .map(([one, other]) => ({ users: Math.max(one, other), conversions: Math.min(one, other) }));
    fc.assert(
      fc.property(sample, sample, (one, other) => {
        const variants = [
          { key: "a", ...one },
          { key: "b", ...other },
        ];
        const result = analyse(twoWeeks(0, { variants }));
        // JSON turns non-finite numbers into null.
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }),
      { numRuns: 40 },
    );
  });

  it.each<[string, Partial<Analysis>]>([
    [
      "there must be a baseline and at least one other variant",
      { variants: [{ key: "a", users: 1, conversions: 0 }], weights: [1] },
    ],
    ["one above 0 for each variant", { weights: [1, 0] }],
    ["one above 0 for each variant", { weights: [1] }],
    ["errors: there must be one sample for each", { guardrails: [{ ...errors(1, 2), samples: [] }] }],
    ["count users, not events", { guardrails: [errors(1, 10_001)] }],
    [
      "errors: sumOfSquares is too small",
      { guardrails: [{ ...errors(1, 2), samples: Array(2).fill({ users: 2, sum: 4, sumOfSquares: 7 }) }] },
    ],
    ["alpha must be between 0 and 1", { settings: { alpha: 5 } }],
    ["alpha and beta must be 1 or more", { settings: { prior: { alpha: 0.5, beta: 1 } } }],
    ["daysRun must be 0 or more", { daysRun: Number.NaN }],
  ])("rejects invalid input: %s", (message, part) => {
    expect(() => analyse(twoWeeks(1100, part))).toThrow(message);
  });
});
