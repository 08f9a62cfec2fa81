import type { ExperimentDefinition } from "@marquee/contract";
import { expect, it } from "vitest";
import { experimentDefinition, flagDefinition } from "../testing/experimentDefinition.ts";
import { compileFlags, type StickyAssignments } from "./compileFlags.ts";

const KEY = "pricing-quiz-banner-is-active";
const VISITORS = Array.from({ length: 200 }, (_, index) => `visitor-${index}`);

function compile(definition: ExperimentDefinition | null, phase = 1, now = 100) {
  const experiments = definition ? [{ definition, phase }] : [];
  return compileFlags({ definitions: [flagDefinition()], experiments, environment: "production", now });
}
const weighted = (shown: number) =>
  experimentDefinition({
    variations: [
      { key: "control", name: "As it is", value: false, weight: 1 - shown },
      { key: "shown", name: "Shown", value: true, weight: shown },
    ],
  });
const answer = (compiled: ReturnType<typeof compile>, id: string, sticky: StickyAssignments = {}) =>
  compiled.evaluate({ attributes: { id }, sticky });
const shownTo = (compiled: ReturnType<typeof compile>, kept: Record<string, StickyAssignments> = {}) =>
  VISITORS.filter((id) => answer(compiled, id, kept[id]).results[KEY]?.value === true);
const keptOf = (compiled: ReturnType<typeof compile>) =>
  Object.fromEntries(VISITORS.map((id) => [id, answer(compiled, id).sticky]));

it("assigns variations by weight, always the same to the same visitor", () => {
  expect(shownTo(compile(weighted(0.5)))).toEqual(shownTo(compile(weighted(0.5))));
  expect(shownTo(compile(weighted(0.5))).length).toBeGreaterThan(60);
  expect(shownTo(compile(weighted(0.5))).length).toBeLessThan(140);
  expect([shownTo(compile(weighted(0))), shownTo(compile(weighted(1)))]).toEqual([[], VISITORS]);
});

it("keeps assignments when the weights change, and uses the new weights for new visitors", () => {
  const before = compile(weighted(0.5));
  const kept = keptOf(before);
  expect(Object.keys(answer(before, "visitor-0").sticky)).toEqual(["quiz__1"]);
  const after = compile(weighted(0));
  expect(shownTo(after, kept)).toEqual(shownTo(before));
  expect(shownTo(after)).toEqual([]);
});

it("assigns anew in another phase and drops the earlier assignments", () => {
  const before = compile(weighted(0.5));
  const kept = keptOf(before);
  const again = compile(weighted(0.5), 2);
  expect(shownTo(again, kept)).toEqual(shownTo(again));
  expect(shownTo(again, kept)).not.toEqual(shownTo(before));
  expect(Object.keys(answer(again, "visitor-0", kept["visitor-0"]).sticky)).toEqual(["quiz__2"]);
  expect(answer(compile(null), "visitor-0", kept["visitor-0"]).sticky).toEqual({});
});

it("returns the default without an ID and stores no assignment", () => {
  const { results, sticky } = compile(weighted(1)).evaluate({ attributes: {} });
  expect([results[KEY]?.value, sticky]).toEqual([false, {}]);
});

it("returns the default to unknown visitors", () => {
  const { results } = compile(weighted(1)).evaluateUnknown();
  expect(results[KEY]).toMatchObject({ value: false, source: "defaultValue" });
});

it("derives the ETag from the content and not from the compile time", () => {
  const etags = [compile(weighted(0.5)), compile(weighted(0.5), 1, 200), compile(weighted(0.4))].map(
    ({ payload }) => payload.etag,
  );
  expect(etags[0]).toBe(etags[1]);
  expect(etags[2]).not.toBe(etags[0]);
});
