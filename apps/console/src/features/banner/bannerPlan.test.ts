import {
  DEFAULT_FLAGS,
  ENVIRONMENTS,
  type FlagDefinition,
  type Json,
  SITE_BANNER_FLAG,
} from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BannerPlan, otherRules, readPlan, writePlan } from "./bannerPlan.ts";

const EMPTY = DEFAULT_FLAGS[SITE_BANNER_FLAG];
const definition = (change: Partial<FlagDefinition> = {}): FlagDefinition => ({
  key: SITE_BANNER_FLAG,
  type: "json",
  description: "",
  defaultValue: EMPTY as unknown as Json,
  rules: [],
  environments: [...ENVIRONMENTS],
  isArchived: false,
  ...change,
});
const bound = fc.option(fc.integer({ min: 0 }));
const plans: fc.Arbitrary<BannerPlan> = fc.record({
  config: fc.record({ text: fc.string() }).map(({ text }) => ({ ...EMPTY, text, paths: ["/"] })),
  from: bound,
  to: bound,
  isPublished: fc.boolean(),
});

describe("bannerPlan", () => {
  it("reads back what was written, also after a second write", () => {
    fc.assert(
      fc.property(plans, plans, (first, second) => {
        const once = writePlan(definition(), first);
        expect(readPlan(once)).toEqual(first);
        expect(readPlan(writePlan(once, second))).toEqual(second);
        expect(writePlan(once, readPlan(once))).toEqual(once);
      }),
    );
  });

  it("stores an unscheduled published banner as the default, and any other as a rule over an empty default", () => {
    const plan = { config: { ...EMPTY, paths: ["*"] }, from: null, to: null, isPublished: true };
    expect(writePlan(definition(), plan)).toMatchObject({ defaultValue: plan.config, rules: [] });
    for (const change of [{ from: 5 }, { to: 5 }, { isPublished: false }]) {
      const { defaultValue, rules } = writePlan(definition(), { ...plan, ...change });
      const { isPublished: isOn, config: value, ...bounds } = { ...plan, ...change };
      expect(defaultValue).toEqual(EMPTY);
      expect(rules).toMatchObject([{ id: "scheduled", coverage: 1, isOn, value, ...bounds }]);
    }
  });

  it("keeps other rules in place and counts them", () => {
    const other = { id: "norway", value: EMPTY as unknown as Json } as FlagDefinition["rules"][number];
    const plan = { ...readPlan(definition()), to: 5 };
    const written = writePlan(definition({ rules: [other] }), plan);
    expect(written.rules.map(({ id }) => id)).toEqual(["norway", "scheduled"]);
    expect(otherRules(written)).toBe(1);
  });

  it("reads an empty default as unpublished and fills in missing properties", () => {
    expect(readPlan(definition())).toMatchObject({ isPublished: false });
    const partial = definition({ defaultValue: { paths: ["/"], link: { href: "/a" } } });
    expect(readPlan(partial)).toMatchObject({
      isPublished: true,
      config: { ...EMPTY, paths: ["/"], link: { href: "/a", children: EMPTY.link.children } },
    });
  });
});
