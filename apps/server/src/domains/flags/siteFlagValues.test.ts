import { completeOrder, DEFAULT_FLAGS, MOBILE_BANNER, SITE_BANNER_FLAG } from "@marquee/contract";
import { expect, it } from "vitest";
import {
  experimentDefinition,
  flagDefinition,
  redirectDefinition,
} from "../../testing/experimentDefinition.ts";
import { newFlag } from "./builtInFlags.ts";
import { compileFlags } from "./compileFlags.ts";
import { siteFlagValues } from "./siteFlagValues.ts";

const content = experimentDefinition({
  key: "headline",
  name: "Headline",
  kind: "content",
  flag: "content.pricing",
  page: "pricing",
  variations: [
    { key: "control", name: "As it is", value: {}, weight: 0 },
    {
      key: "short",
      name: "Short",
      weight: 1,
      value: {
        "copy:en:pricing": { "/hero/title": "Plans" },
        sections: {
          "/pricing/order": ["plans", "faq", "calculator", "unlimited"],
          "/pricing/hidden": ["closing"],
        },
      },
    },
  ],
});
const redirect = redirectDefinition("away", "/pricing", "/plans");
const experiments = [
  { definition: content, phase: 1 },
  { definition: redirect, phase: 4 },
];
const definitions = [flagDefinition(), newFlag("content.pricing", {}), newFlag("redirect.away", "/pricing")];
const compiled = compileFlags({ definitions, experiments, environment: "production", now: 1 });
const unknown = compiled.evaluateUnknown();
const redirecting = experiments.filter(({ definition }) => definition.kind === "redirect");
const SHOWN = completeOrder("pricing", []);
const findPage = (page: string) =>
  page === "pricing" ? { path: "/pricing", visibleSections: SHOWN } : undefined;
const answersFor = (id: string) =>
  siteFlagValues({
    evaluation: compiled.evaluate({ attributes: { id } }),
    unknown,
    experiments,
    redirecting,
    findPage,
  });
const visitors = Array.from({ length: 40 }, (_, index) => `visitor-${index}`);

it("returns the visitor's assignment and the sections that differ", () => {
  const [assignment] = answersFor("visitor-1").assignments;
  expect(assignment).toEqual({
    flag: "content.pricing",
    kind: "content",
    // The sections whose text or position differs.
    sections: ["hero", "faq", "calculator", "unlimited", "add-ons", "compare", "enterprise", "closing"],
    pages: ["pricing", "fr-fr-pricing", "es-es-pricing", "it-pricing", "pt-br-pricing", "de-pricing"],
    exposure: {
      experiment_id: "headline",
      experiment_name: "Headline",
      experiment_phase: 1,
      variation_id: "short",
      variation_name: "Short",
    },
  });
});

it("returns the pages of all banner variations, whichever is assigned", () => {
  const banner = {
    text: "New",
    link: { href: "/brain", children: "See" },
    paths: ["/pricing"],
    showOnMobile: true,
  };
  const definition = experimentDefinition({
    key: "news",
    flag: SITE_BANNER_FLAG,
    variations: [
      { key: "control", name: "None", value: {}, weight: 0.5 },
      { key: "shown", name: "Shown", value: banner, weight: 0.5 },
    ],
  });
  const tried = [{ definition, phase: 1 }];
  const flags = compileFlags({
    definitions: [newFlag(SITE_BANNER_FLAG, {})],
    experiments: tried,
    environment: "production",
    now: 1,
  });
  const variations = visitors.map((id) => {
    const evaluation = flags.evaluate({ attributes: { id } });
    const source = { evaluation, unknown, experiments: tried, redirecting: [], findPage };
    const [assignment] = siteFlagValues(source).assignments;
    expect(assignment).toMatchObject({ pages: ["/pricing"], sections: [MOBILE_BANNER] });
    return assignment?.exposure.variation_id;
  });
  expect(new Set(variations)).toEqual(new Set(["control", "shown"]));
});

it("redirects only visitors assigned to the other page", () => {
  for (const id of visitors) {
    const { assignments, redirects } = answersFor(id);
    const variation = assignments.find(({ kind }) => kind === "redirect")?.exposure.variation_id;
    const to = variation === "other" ? "/plans" : "/pricing";
    expect(redirects).toEqual([{ flag: "redirect.away", from: "/pricing", to }]);
  }
});

it("gives visitors who see the same page the same key, and unknown visitors an empty key", () => {
  const keys = new Map(visitors.map((id) => [answersFor(id).key, JSON.stringify(answersFor(id).redirects)]));
  expect(keys.size).toBe(2);
  expect(new Set(keys.values()).size).toBe(2);
  const everybody = siteFlagValues({ evaluation: unknown, unknown, experiments, redirecting, findPage });
  expect([everybody.key, everybody.assignments]).toEqual(["", []]);
});

it("falls back to the defaults for unusable remote values", () => {
  const remote = {
    "pricing-quiz-banner-is-active": { defaultValue: "yes" },
    [SITE_BANNER_FLAG]: { defaultValue: { text: "New", link: { href: "/brain" } } },
  };
  const source = {
    definitions,
    experiments: [],
    environment: "production" as const,
    now: 1,
    remote: { features: remote },
  };
  const evaluation = compileFlags(source).evaluateUnknown();
  const { flags } = siteFlagValues({
    evaluation,
    unknown: evaluation,
    experiments: [],
    redirecting: [],
    findPage,
  });
  expect(flags["pricing-quiz-banner-is-active"]).toBe(false);
  const { link } = DEFAULT_FLAGS[SITE_BANNER_FLAG];
  expect(flags[SITE_BANNER_FLAG]).toMatchObject({ text: "New", link: { ...link, href: "/brain" } });
});

it("gives visitors different keys if remote rules have no IDs", () => {
  const rules = [
    { condition: { utm_source: "mail" }, force: { text: "Secret" } },
    { force: { text: "For all" } },
  ];
  const remote = { [SITE_BANNER_FLAG]: { defaultValue: {}, rules } };
  const source = {
    definitions: [],
    experiments: [],
    environment: "production" as const,
    now: 1,
    remote: { features: remote },
  };
  const flags = compileFlags(source);
  const everybody = flags.evaluateUnknown();
  const parts = { unknown: everybody, experiments: [], redirecting: [], findPage };
  const answersTo = (attributes: Record<string, string>) =>
    siteFlagValues({ evaluation: flags.evaluate({ attributes }), ...parts });
  expect(answersTo({ id: "a", utm_source: "mail" }).flags[SITE_BANNER_FLAG].text).toBe("Secret");
  expect(answersTo({ id: "a", utm_source: "mail" }).key).not.toBe("");
  expect(answersTo({ id: "a" }).key).toBe("");
});

it("ignores redirects to other sites and invalid page text", () => {
  const evil = {
    "redirect.away": { defaultValue: "//evil.example" },
    "content.pricing": { defaultValue: { order: 5 } },
  };
  const source = {
    definitions: [],
    experiments: [],
    environment: "production" as const,
    now: 1,
    remote: { features: evil },
  };
  const evaluation = compileFlags(source).evaluateUnknown();
  const answers = siteFlagValues({ evaluation, unknown: evaluation, experiments: [], redirecting, findPage });
  expect(answers.redirects).toEqual([{ flag: "redirect.away", from: "/pricing", to: "/pricing" }]);
  expect(answers.flags).not.toHaveProperty(["content.pricing"]);
});
