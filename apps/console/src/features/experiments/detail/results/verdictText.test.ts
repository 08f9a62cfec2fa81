import type { Metric } from "@marquee/contract";
import type { CredibleInterval, ResultsResponse, VariationFigures, Verdict } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { verdictText } from "./verdictText.ts";

const metric: Metric = {
  id: "form",
  name: "Form sent",
  type: "conversion",
  event: "Form Sent",
  path: "",
  property: "",
  goal: "increase",
  isGuardrail: false,
};
const figures = (variation: string, part: Partial<VariationFigures>): VariationFigures => ({
  variation,
  users: 1000,
  total: 100,
  mean: 0.1,
  lift: null,
  credible: null,
  chanceToWin: null,
  expectedLoss: null,
  pValue: null,
  confidence: null,
  sequentialPValue: null,
  sequential: null,
  ...part,
});
const names = {
  minimumEffect: 0.05,
  variations: ["Control", "Short", "Long"].map((name) => ({
    key: name.toLowerCase(),
    name,
    value: null,
    weight: 0,
  })),
};
const two = { ...names, variations: names.variations.slice(0, 2) };

function results(
  verdict: Verdict,
  lift: number,
  sequential: CredibleInterval,
  chanceToWin: number,
): ResultsResponse {
  const short = figures("short", { mean: 0.1 * (1 + lift), lift, sequential, chanceToWin });
  return {
    phase: 1,
    verdict,
    users: 2000,
    sawSeveral: 0,
    sampleRatio: {
      pValue: 0.5,
      isMismatch: false,
      variations: [
        { variation: "control", users: 1010, expected: 1000 },
        { variation: "short", users: 990, expected: 1000 },
      ],
    },
    usersNeeded: 12_345,
    metrics: [{ metric, variations: [figures("control", {}), short] }],
    course: [],
    splits: [],
  };
}

const stateOf = (verdict: Verdict, among = two) =>
  verdictText(results(verdict, 0.2, [0.051, 0.352], 0.9995), among);

describe("verdictText", () => {
  it("names the winner, with rates, lift, interval and chance", () => {
    expect(stateOf({ kind: "winner", metric: "form", variation: "short" })).toEqual({
      tone: "good",
      sentence: "Short beats Control.",
      details:
        "Form sent: 12.00% vs. 10.00%, a lift of +20%. The lift is between +5.1% and +35.2% (sequential interval). Chance to win: over 99.9%.",
      advice: "Ship it, or keep it running to narrow the interval.",
    });
  });

  it("names what the control beats: the one variation, or every variation", () => {
    const verdict = { kind: "loser", metric: "form", variation: "short" } as const;
    expect(stateOf(verdict)).toMatchObject({ tone: "bad", sentence: "Control beats Short." });
    expect(stateOf(verdict, names).sentence).toBe("Control beats every variation.");
  });

  it("names the guardrail that got worse, and reports a sample ratio mismatch", () => {
    expect(stateOf({ kind: "guardrail-harmed", metric: "form", variation: "short" }).sentence).toBe(
      "Short worsens a guardrail: Form sent.",
    );
    const mismatch = stateOf({ kind: "sample-ratio-mismatch", pValue: 0.00001 });
    expect(mismatch.tone).toBe("bad");
    expect(mismatch.details).toContain("The probability of a split this uneven by chance is under 0.001.");
  });

  it("states how many visitors are needed, or that the full week is not over", () => {
    const early = (usersNeeded: number) => stateOf({ kind: "too-early", usersNeeded, daysLeft: 3 }).details;
    expect(early(12_345)).toContain("Needs 12,345 visitors per variation");
    expect(early(12_345)).toContain("The smallest variation has 990.");
    expect(early(900)).toContain("must run for a full week");
  });

  it("states the minimum sample while the control has no conversions", () => {
    const verdict = { kind: "too-early", usersNeeded: 100, daysLeft: null } as const;
    const nothing = { ...results(verdict, 0, [0, 0], 0.5), usersNeeded: null };
    expect(verdictText(nothing, two).details).toBe(
      "Needs at least 100 visitors per variation. The sample size for a lift of 5% can be calculated once the control has conversions.",
    );
  });

  it("includes the interval of the lift if there is no meaningful difference", () => {
    expect(stateOf({ kind: "no-difference", metric: "form" }).details).toContain(
      "The lift is between +5.1% and +35.2%.",
    );
  });

  it("never calls anything significant", () => {
    const kinds: Verdict[] = [
      { kind: "not-started" },
      { kind: "no-visitors" },
      { kind: "winner", metric: "form", variation: "short" },
      { kind: "loser", metric: "form", variation: "short" },
      { kind: "no-difference", metric: "form" },
      { kind: "too-early", usersNeeded: 100, daysLeft: null },
    ];
    for (const kind of kinds) expect(JSON.stringify(stateOf(kind))).not.toMatch(/significan/i);
  });
});
