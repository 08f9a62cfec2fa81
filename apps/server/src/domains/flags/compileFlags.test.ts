import { type FeatureRule, GrowthBookClient, type StickyAssignmentsDocument } from "@growthbook/growthbook";
import type { ExperimentDefinition, TargetingAttribute, TargetingCondition } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { StickyAssignments } from "../../platform/visitor/variationsCookie.ts";
import { experimentDefinition, flagDefinition, flagRule } from "../../testing/experimentDefinition.ts";
import type { Features } from "./buildPayload.ts";
import { type CompiledFlags, compileFlags } from "./compileFlags.ts";

const KEY = "pricing-quiz-banner-is-active";
const VISITORS = Array.from({ length: 200 }, (_, index) => `visitor-${index}`);

function compile(definition: ExperimentDefinition | null, phase = 1, now = 100) {
  const experiments = definition ? [{ definition, phase }] : [];
  return compileFlags({ definitions: [flagDefinition()], experiments, environment: "production", now });
}
const weighted = (weight: number) =>
  experimentDefinition({
    variations: [
      { key: "control", name: "As it is", value: false, weight: 1 - weight },
      { key: "shown", name: "Shown", value: true, weight },
    ],
  });
const answer = (compiled: ReturnType<typeof compile>, id: string, sticky: StickyAssignments = {}) =>
  compiled.evaluate({ attributes: { id }, sticky });
const shownTo = (compiled: ReturnType<typeof compile>, assignments: Record<string, StickyAssignments> = {}) =>
  VISITORS.filter((id) => answer(compiled, id, assignments[id]).results[KEY]?.value === true);
const keptOf = (compiled: ReturnType<typeof compile>) =>
  Object.fromEntries(VISITORS.map((id) => [id, answer(compiled, id).sticky]));

it("assigns variations by weight, consistently for each visitor", () => {
  expect(shownTo(compile(weighted(0.5)))).toEqual(shownTo(compile(weighted(0.5))));
  expect(shownTo(compile(weighted(0.5))).length).toBeGreaterThan(60);
  expect(shownTo(compile(weighted(0.5))).length).toBeLessThan(140);
  expect([shownTo(compile(weighted(0))), shownTo(compile(weighted(1)))]).toEqual([[], VISITORS]);
});

it("keeps assignments when the weights change, and uses the new weights for new visitors", () => {
  const before = compile(weighted(0.5));
  const assignments = keptOf(before);
  expect(Object.keys(answer(before, "visitor-0").sticky)).toEqual(["quiz__1"]);
  const after = compile(weighted(0));
  expect(shownTo(after, assignments)).toEqual(shownTo(before));
  expect(shownTo(after)).toEqual([]);
});

it("reassigns in another phase and drops the earlier assignments", () => {
  const before = compile(weighted(0.5));
  const assignments = keptOf(before);
  const again = compile(weighted(0.5), 2);
  expect(shownTo(again, assignments)).toEqual(shownTo(again));
  expect(shownTo(again, assignments)).not.toEqual(shownTo(before));
  expect(Object.keys(answer(again, "visitor-0", assignments["visitor-0"]).sticky)).toEqual(["quiz__2"]);
  expect(answer(compile(null), "visitor-0", assignments["visitor-0"]).sticky).toEqual({});
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

/** GrowthBook's evaluation with all of the visitor's assignments for each feature. */
function evaluatePlainly(
  features: Features,
  { attributes, sticky = {}, forcedVariations = {} }: Parameters<CompiledFlags["evaluate"]>[0],
) {
  const client = new GrowthBookClient().initSync({ payload: { features } });
  const saved = { id: { ...sticky }, other: {} };
  const user = {
    attributes,
    forcedVariations,
    stickyBucketAssignmentDocs: {
      [`id||${attributes.id ?? ""}`]: {
        attributeName: "id",
        attributeValue: String(attributes.id ?? ""),
        assignments: sticky,
      },
    },
    saveStickyBucketAssignmentDoc: async ({ attributeName, assignments }: StickyAssignmentsDocument) => {
      Object.assign(attributeName === "id" ? saved.id : saved.other, assignments);
    },
  };
  const results = Object.fromEntries(
    Object.keys(features).map((key) => [key, client.evalFeature(key, user)]),
  );
  return { results, saved: { ...saved.id, ...saved.other } };
}

it("evaluates like GrowthBook with all assignments, for any rules and earlier assignments", () => {
  const EXPERIMENTS = ["one", "two"];
  /** Mostly the usual value, so that each special case also occurs alone. */
  const rarely = <Value>(usual: Value, ...rareValues: Value[]) =>
    fc.oneof({ arbitrary: fc.constant(usual), weight: 6 }, fc.constantFrom(...rareValues));
  const experiment: fc.Arbitrary<FeatureRule> = fc
    .record({
      key: fc.constantFrom(...EXPERIMENTS, undefined),
      keys: rarely<string[] | undefined>(["control", "other"], ["control", "later"], undefined),
      bucketVersion: fc.constantFrom(0, 1, undefined),
      minBucketVersion: rarely(0, 1),
      coverage: fc.constantFrom(0, 0.5, 1),
      share: fc.constantFrom(0, 0.5, 1),
      condition: fc.constantFrom(undefined, { country: "DE" }),
      hashAttribute: rarely<string | undefined>("id", undefined, "device"),
      fallbackAttribute: rarely<string | undefined>(undefined, "device"),
      disableStickyBucketing: rarely<boolean | undefined>(undefined, true),
      isPassed: rarely(false, true),
      hasParent: rarely(false, true),
    })
    .map(({ keys, share, isPassed, hasParent, ...rule }) => {
      const fields = Object.entries(rule).filter(([, value]) => value !== undefined);
      return {
        ...Object.fromEntries(fields),
        variations: [1, 2],
        weights: [share, 1 - share],
        ...(keys && {
          meta: keys.map((key) => ({ key, name: key, ...(isPassed && { passthrough: true }) })),
        }),
        ...(hasParent && { parentConditions: [{ id: "a", condition: { value: 1 } }] }),
      };
    });
  const rule: fc.Arbitrary<FeatureRule> = fc.oneof(
    { arbitrary: experiment, weight: 4 },
    fc.record({ force: fc.constant(3), coverage: fc.constantFrom(0.5, 1), hashAttribute: fc.constant("id") }),
  );
  const feature = fc.record({ defaultValue: fc.constant(0), rules: fc.array(rule, { maxLength: 2 }) });
  const features = fc.record({ a: feature, b: feature, c: feature });
  const names = [...EXPERIMENTS, "a", "b", "c"].flatMap((name) => [`${name}__0`, `${name}__1`]);
  const sticky = fc.dictionary(
    fc.constantFrom(...names),
    fc.constantFrom("control", "other", "gone", "0", "1"),
  );
  const visitor = fc.record({
    id: fc.constantFrom(...VISITORS.slice(0, 20)),
    country: fc.constantFrom("DE", "FR"),
    device: fc.constantFrom("phone", "desktop"),
  });
  const forced = fc.dictionary(fc.constantFrom(...EXPERIMENTS), fc.constantFrom(0, 1));
  fc.assert(
    fc.property(features, sticky, visitor, forced, (remote, earlier, attributes, forcedVariations) => {
      const source = { definitions: [], experiments: [], environment: "production", now: 1 } as const;
      const compiled = compileFlags({ ...source, remote: { features: remote } });
      const input = { attributes, sticky: earlier, forcedVariations };
      const ours = compiled.evaluate(input);
      const theirs = evaluatePlainly(remote, { ...input, sticky: { ...earlier } });
      expect(ours.results).toEqual(theirs.results);
      const running = Object.entries(remote).flatMap(([name, { rules }]) =>
        rules
          .filter(({ variations }) => variations)
          .map(({ key = name, bucketVersion = 0 }) => `${key}__${bucketVersion}`),
      );
      const expected = Object.entries(theirs.saved).filter(([name]) => running.includes(name));
      expect(ours.sticky).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 2000 },
  );
});

it("detects whether a rule's condition depends on the page", () => {
  const withTargeting = (attribute: TargetingAttribute) => {
    const targeting: TargetingCondition[] = [{ attribute, operator: "in", values: ["url"] }];
    const definitions = [{ ...flagDefinition(), rules: [flagRule({ targeting })] }];
    return compileFlags({ definitions, experiments: [], environment: "production", now: 100 }).arePerPage;
  };
  expect(
    ["country", "pathName", "url", "referrer"].map((name) => withTargeting(name as TargetingAttribute)),
  ).toEqual([false, true, true, true]);
  expect(
    compile(experimentDefinition({ targeting: [{ attribute: "url", operator: "in", values: ["x"] }] }))
      .arePerPage,
  ).toBe(true);
});
