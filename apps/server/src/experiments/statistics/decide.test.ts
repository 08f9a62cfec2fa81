import { expect, test } from "vitest";
import { type Challenger, decide } from "./decide.ts";

const FINE = { pValue: 0.4, isMismatch: false };
const USERS = { kind: "users", needed: 100, seen: 9 } as const;
const SAMPLE = { kind: "planned-sample", needed: 5000, seen: 900 } as const;

const challenger = (key: string, part: Partial<Challenger> = {}): Challenger => ({
  key,
  outcome: "open",
  chanceToBeBest: 0.5,
  harmedGuardrails: [],
  ...part,
});
const better = challenger("b", { outcome: "better", chanceToBeBest: 0.98 });
const worse = challenger("c", { outcome: "worse" });
const harmful = challenger("d", { outcome: "better", chanceToBeBest: 0.99, harmedGuardrails: ["lcp"] });
const evidence = (...challengers: readonly Challenger[]) => ({
  sampleRatio: FINE,
  minimum: [],
  planned: [SAMPLE],
  challengers,
});

test("trusts nothing while the sizes are wrong", () => {
  const sampleRatio = { pValue: 1e-6, isMismatch: true };
  const verdict = decide({ ...evidence(better), sampleRatio, minimum: [USERS] });
  expect(verdict).toEqual({ kind: "sample-ratio-mismatch", pValue: 1e-6 });
});

test("says nothing, be it ever so clear, before the minimum is there", () => {
  const verdict = decide({ ...evidence(better), minimum: [USERS] });
  expect(verdict).toEqual({ kind: "too-early", missing: [USERS] });
});

test("names the likeliest of the better ones that harm nothing", () => {
  const second = challenger("e", { outcome: "better", chanceToBeBest: 0.3 });
  const verdict = decide(evidence(second, harmful, better, worse));
  expect(verdict).toEqual({ kind: "winner", variant: "b", chanceToBeBest: 0.98 });
});

test("warns of harm, be the variant itself better or not", () => {
  const verdict = { kind: "guardrail-harmed", variant: "d", guardrails: ["lcp"] };
  expect(decide(evidence(harmful, worse))).toEqual(verdict);
  expect(decide(evidence(worse, { ...harmful, outcome: "open" }))).toEqual(verdict);
});

test("tells of harm before the full weeks are over, and of nothing else", () => {
  const minimum = [{ kind: "days", needed: 7, seen: 2 } as const];
  expect(decide({ ...evidence(harmful, better), minimum })).toMatchObject({ kind: "guardrail-harmed" });
  expect(decide({ ...evidence(better), minimum })).toEqual({ kind: "too-early", missing: minimum });
  expect(decide({ ...evidence(harmful), minimum: [...minimum, USERS] })).toMatchObject({ kind: "too-early" });
});

test("calls it lost only when every variant is worse", () => {
  expect(decide(evidence(worse))).toEqual({ kind: "loser", variants: ["c"] });
  expect(decide(evidence(worse, challenger("f")))).toEqual({ kind: "too-early", missing: [SAMPLE] });
});

test("sees no difference once the planned sample is there", () => {
  const all = { ...evidence(worse, challenger("f")), planned: [] };
  expect(decide(all)).toEqual({ kind: "no-difference", worse: ["c"] });
});
