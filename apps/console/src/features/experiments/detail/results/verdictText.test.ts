import type { Metric } from "@marquee/contract";
import type { IntervalEnds, ResultsResponse, VariationFigures, Verdict } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { newExperiment } from "../../editor/experimentDefinition.ts";
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
  chanceToWin: null,
  expectedLoss: null,
  sequential: null,
  fixedHorizon: null,
  ...part,
});
const variations = ["Control", "Short", "Long"].map((name) => ({
  key: name.toLowerCase(),
  name,
  value: null,
  weight: 0.5,
}));
const three = { ...newExperiment().definition, variations };
const two = { ...three, variations: variations.slice(0, 2) };

function results(verdict: Verdict, lift: IntervalEnds = [0.051, 0.352]): ResultsResponse {
  const sequential = { pValue: 0.01, lift, difference: [lift[0] / 10, lift[1] / 10] as const };
  const short = figures("short", { mean: 0.12, lift: 0.2, sequential, chanceToWin: 0.9995 });
  return {
    phase: 1,
    isExploratory: false,
    phases: [],
    explored: null,
    definition: two,
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

const running = { isRunning: true, shipped: null, isTakenBack: false };
const stopped = { isRunning: false, shipped: null, isTakenBack: false };
const shipped = { isRunning: false, shipped: "Short", isTakenBack: false };
const WINNER = { kind: "winner", metric: "form", variation: "short" } as const;
const LOSER = { kind: "loser", metric: "form", variation: "short" } as const;
const HARMED = { kind: "guardrail-harmed", metric: "form", variation: "short" } as const;
const early = (overrides: object = {}): Verdict => ({
  kind: "too-early",
  usersNeeded: 12_345,
  isMinimumReached: true,
  remaining: null,
  ...overrides,
});
const stateOf = (verdict: Verdict) => verdictText(results(verdict), running);

describe("verdictText", () => {
  it("names the winner, with rates, lift, interval and chance", () => {
    expect(stateOf(WINNER)).toEqual({
      tone: "good",
      sentence: "Short beats Control.",
      details:
        "Form sent: 12.00% vs. 10.00%, a lift of +20%. The lift is between +5.1% and +35.2% (95%, always valid). Chance to win: over 99.9%. Ship it, or keep it running to narrow the interval.",
    });
  });

  it("names what the control beats: the one variation, or every variation", () => {
    expect(stateOf(LOSER)).toMatchObject({ tone: "bad", sentence: "Control beats Short." });
    expect(verdictText({ ...results(LOSER), definition: three }, running).sentence).toBe(
      "Control beats every variation.",
    );
  });

  it("names the guardrail that got worse, and reports a sample ratio mismatch", () => {
    expect(stateOf(HARMED).sentence).toBe("Short worsens a guardrail: Form sent.");
    const mismatch = stateOf({ kind: "sample-ratio-mismatch", pValue: 0.00001 });
    expect(mismatch.tone).toBe("bad");
    expect(mismatch.details).toContain("The probability of a split this uneven by chance is under 0.001.");
  });

  it("states how many visitors are needed, or that the full week is not over", () => {
    const detailsOf = (overrides: object) => stateOf(early(overrides)).details;
    expect(detailsOf({})).toContain("Needs 12,345 visitors per variation");
    expect(detailsOf({})).toContain("The smallest variation has 990.");
    expect(detailsOf({ usersNeeded: 900 })).toContain("must run for a full week");
  });

  it("says that the interval excludes zero if only the minimum is missing, because the p-value shows it", () => {
    const verdict = early({ isMinimumReached: false });
    expect(stateOf(verdict).details).toContain("The interval already excludes zero");
    const open = results(verdict, [-0.1, 0.352]);
    expect(verdictText(open, running).details).toContain("Needs 12,345 visitors");
    expect(verdictText(results(verdict), stopped).details).toContain("The interval excludes zero, but");
  });

  it("states the minimum sample while the control has no conversions", () => {
    const nothing = { ...results(early({ usersNeeded: 100 })), usersNeeded: null };
    expect(verdictText(nothing, running).details).toBe(
      "Needs at least 100 visitors per variation. The sample size for a lift of 5% can be calculated once the control has conversions.",
    );
  });

  it("uses the past tense once the experiment has stopped", () => {
    const sentenceOf = (verdict: Verdict) => verdictText(results(verdict), stopped).sentence;
    expect([WINNER, LOSER, HARMED, early(), { kind: "no-visitors" } as const].map(sentenceOf)).toEqual([
      "Short beat Control.",
      "Control beat Short.",
      "Short worsened a guardrail: Form sent.",
      "Stopped without a clear result.",
      "Nobody saw this experiment.",
    ]);
    expect(verdictText(results(early()), stopped).details).toBe(
      "It needed 12,345 visitors per variation to detect your target lift; the smallest variation had 990.",
    );
    for (const verdict of [WINNER, LOSER, HARMED, early(), { kind: "no-visitors" } as const]) {
      const { sentence, details } = verdictText(results(verdict), stopped);
      expect(`${sentence} ${details}`).not.toMatch(/yet|too early|ship it|stop it|appear/i);
    }
  });

  it("says what was shipped, and on what grounds", () => {
    expect(verdictText(results(WINNER), shipped)).toMatchObject({
      tone: "good",
      sentence: "Short was shipped.",
      details: expect.stringMatching(/^Short beat Control\. Form sent: 12\.00%/),
    });
    expect(verdictText(results(WINNER), { ...shipped, isTakenBack: true }).sentence).toBe(
      "Short was shipped, then undone.",
    );
    expect(verdictText(results({ kind: "no-visitors" }), shipped).details).toBe(
      "Nobody saw this experiment. It ended before a consented visitor reached it.",
    );
    expect(verdictText(results(early()), shipped).details).toMatch(/^There was no clear result yet\./);
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
      WINNER,
      LOSER,
      { kind: "no-difference", metric: "form" },
      early(),
    ];
    for (const kind of kinds) expect(JSON.stringify(stateOf(kind))).not.toMatch(/significan/i);
  });
});
