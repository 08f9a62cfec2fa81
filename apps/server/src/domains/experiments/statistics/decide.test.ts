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

test("returns a sample ratio mismatch before anything else", () => {
  const sampleRatio = { pValue: 1e-6, isMismatch: true };
  const verdict = decide({ ...evidence(better), sampleRatio, minimum: [USERS] });
  expect(verdict).toEqual({ kind: "sample-ratio-mismatch", pValue: 1e-6 });
});

test("reports no result before the minimum, however clear", () => {
  const verdict = decide({ ...evidence(better), minimum: [USERS] });
  expect(verdict).toEqual({ kind: "too-early", missing: [USERS] });
});

test("returns the best variation that harms no guardrail as the winner", () => {
  const second = challenger("e", { outcome: "better", chanceToBeBest: 0.3 });
  const verdict = decide(evidence(second, harmful, better, worse));
  expect(verdict).toEqual({ kind: "winner", variant: "b", chanceToBeBest: 0.98 });
});

test("reports harm whether the variation is better or not", () => {
  const verdict = { kind: "guardrail-harmed", variant: "d", guardrails: ["lcp"] };
  expect(decide(evidence(harmful, worse))).toEqual(verdict);
  expect(decide(evidence(worse, { ...harmful, outcome: "open" }))).toEqual(verdict);
});

test("reports only harm before the minimum days", () => {
  const minimum = [{ kind: "days", needed: 7, seen: 2 } as const];
  expect(decide({ ...evidence(harmful, better), minimum })).toMatchObject({ kind: "guardrail-harmed" });
  expect(decide({ ...evidence(better), minimum })).toEqual({ kind: "too-early", missing: minimum });
  expect(decide({ ...evidence(harmful), minimum: [...minimum, USERS] })).toMatchObject({ kind: "too-early" });
});

test("returns a loser only if every variation is worse", () => {
  expect(decide(evidence(worse))).toEqual({ kind: "loser", variants: ["c"] });
  expect(decide(evidence(worse, challenger("f")))).toEqual({ kind: "too-early", missing: [SAMPLE] });
});

test("returns no difference once the planned sample is reached", () => {
  const all = { ...evidence(worse, challenger("f")), planned: [] };
  expect(decide(all)).toEqual({ kind: "no-difference", worse: ["c"] });
});
