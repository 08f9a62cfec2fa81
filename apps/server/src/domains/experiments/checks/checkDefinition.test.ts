import {
  type ContentChanges,
  type ExperimentDefinition,
  type Json,
  SITE_BANNER_FLAG,
} from "@marquee/contract";
import { describe, expect, it } from "vitest";
import {
  builtInFlag,
  experimentDefinition,
  flagDefinition,
  metric,
  redirectDefinition,
} from "../../../testing/experimentDefinition.ts";
import type { ExperimentRow } from "../experimentRow.ts";
import { checkDefinition } from "./checkDefinition.ts";

const surroundings = {
  environment: "production" as const,
  findFlag: (key: string) => (key === "plain" ? flagDefinition({ key, type: "string" }) : builtInFlag(key)),
  pathOfPage: (page: string) => (page === "pricing" ? "/pricing" : undefined),
  checkChanges: ({ "copy:en:pricing": { "/hero/titel": wrong } = {} }: ContentChanges) =>
    wrong === undefined ? [] : ["There is no such text."],
};

/** All problems, or an empty string. */
async function problemsOf(
  definition: ExperimentDefinition,
  otherExperiments: ExperimentRow[] = [],
): Promise<string> {
  return checkDefinition(definition, otherExperiments, surroundings).then(
    () => "",
    (error: Error) => error.message,
  );
}

/** The control and one other variation with these values. */
function valued(control: Json, other: Json): Pick<ExperimentDefinition, "variations"> {
  return {
    variations: [
      { key: "control", name: "As it is", value: control, weight: 0.5 },
      { key: "other", name: "Other", value: other, weight: 0.5 },
    ],
  };
}

function row(definition: ExperimentDefinition, overrides: Partial<ExperimentRow> = {}): ExperimentRow {
  return {
    key: definition.key,
    definition,
    revision: 1,
    state: "draft",
    phase: 0,
    startedAt: null,
    stoppedAt: null,
    shipped: null,
    updatedAt: new Date(0),
    updatedBy: "ada@trellis.example",
    ...overrides,
  };
}

describe("every experiment", () => {
  it("accepts a complete definition", async () => {
    expect(await problemsOf(experimentDefinition())).toBe("");
  });

  it.each([
    [[0.5, 0.501], ""],
    [[0.5, 0.499], ""],
    [[0.5, 0.502], "variations: The weights add up to 1.002. They must add up to 1."],
    [[0.5, 0.4], "variations: The weights add up to 0.9. They must add up to 1."],
  ])("checks the sum of the weights %j", async ([first = 0, second = 0], problem) => {
    const [control, treatment] = experimentDefinition().variations;
    const variations = [control, treatment].flatMap((each) => (each ? [each] : []));
    const weighted = variations.map((each, index) => ({ ...each, weight: index === 0 ? first : second }));
    expect(await problemsOf(experimentDefinition({ variations: weighted }))).toBe(problem);
  });

  it("reports duplicate keys and misplaced metrics", async () => {
    const twice = experimentDefinition().variations.map((each) => ({ ...each, key: "same" }));
    const metrics = [
      metric({ isGuardrail: true }),
      metric({ type: "mean" }),
      metric({ id: "x", path: "pricing" }),
    ];
    const message = await problemsOf(experimentDefinition({ variations: twice, metrics }));
    expect(message).toContain("variations: Two variations have the key same.");
    expect(message).toContain("metrics: Two metrics have the ID sign-up.");
    expect(message).toContain(
      "metrics.0: The primary metric can't be a guardrail. Put another metric first.",
    );
    expect(message).toContain("metrics.1.property: Sign-ups is a mean. Enter the numeric event property");
    expect(message).toContain(`metrics.2.path: Enter a path that starts with "/"`);
  });

  it("rejects a goal with its own event or average", async () => {
    const condition = { kind: "form", step: "sent", form: null } as const;
    const goal = metric({ id: "goal", name: "Sent a form", event: "", condition });
    const problems = (wrong: object) =>
      problemsOf(experimentDefinition({ metrics: [goal, { ...goal, id: "x", ...wrong }] }));
    for (const wrong of [{ event: "Paid" }, { path: "/" }, { type: "mean", property: "value" }])
      expect(await problems(wrong)).toContain("metrics.1: Sent a form is a goal.");
  });
});

describe("a flag experiment", () => {
  it.each([
    ["nowhere", false, true, "flag: There is no flag nowhere. Create it first."],
    [
      "pricing-quiz-banner-is-active",
      false,
      "yes",
      "variations.1.value: pricing-quiz-banner-is-active is a boolean flag",
    ],
    ["plain", "a", 3, "variations.1.value: plain is a string flag; its value must be text."],
    [SITE_BANNER_FLAG, {}, { text: 3 }, "variations.1.value: Invalid banner at text: This must be string."],
    [
      SITE_BANNER_FLAG,
      {},
      { txt: "" },
      "variations.1.value: Invalid banner at txt: This is an unknown property.",
    ],
  ])("rejects for %s the values %j and %j", async (flag, control, other, problem) => {
    expect(await problemsOf(experimentDefinition({ flag, ...valued(control, other) }))).toContain(problem);
  });

  it("accepts a banner", async () => {
    const banner = { text: "New", paths: ["*"], link: { href: "/brain", children: "See" } };
    expect(await problemsOf(experimentDefinition({ flag: SITE_BANNER_FLAG, ...valued({}, banner) }))).toBe(
      "",
    );
  });

  it("rejects a page and an archived flag", async () => {
    const archived = { ...surroundings, findFlag: () => flagDefinition({ isArchived: true }) };
    const check = checkDefinition(experimentDefinition({ page: "/pricing" }), [], archived);
    await expect(check).rejects.toThrow(/page: .*Leave it empty.*flag: .*is archived/);
  });
});

describe("a redirect experiment", () => {
  it("accepts two pages of this site", async () => {
    expect(await problemsOf(redirectDefinition("lp", "/pricing", "/lp/ai"))).toBe("");
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "lp",
    "",
    "/lp?x=1",
    "/lp#faq",
    "/lp/../pricing",
    "/lp/%2e%2e/x",
    "/lp/",
    "/a//b",
    "/\tevil",
    "/console",
    "/console/flags",
    "/v1/b",
    "/api/features/x",
  ])("rejects the target %j", async (target) => {
    expect(await problemsOf(redirectDefinition("lp", "/pricing", target))).toContain("variations.1.value: ");
  });

  it("names the required flag and control value", async () => {
    const wrong = {
      ...redirectDefinition("lp", "/pricing", "/lp"),
      flag: "redirect.other",
      ...valued("/", "/lp"),
    };
    const message = await problemsOf(wrong);
    expect(message).toContain(
      "flag: A redirect experiment uses the flag named after its key. Use redirect.lp.",
    );
    expect(message).toContain(
      "variations.0.value: The control stays on the page. Its value must be /pricing.",
    );
  });

  it.each([
    [
      "a loop",
      redirectDefinition("b", "/lp", "/pricing"),
      "variations.1.value: The experiment Quiz banner redirects /pricing.",
    ],
    [
      "a chain after it",
      redirectDefinition("b", "/", "/pricing"),
      "variations.1.value: The experiment Quiz banner redirects /pricing.",
    ],
    [
      "a chain before it",
      redirectDefinition("b", "/lp", "/"),
      "page: The experiment Quiz banner redirects to /lp.",
    ],
  ])("rejects %s", async (_name, definition, problem) => {
    const other = redirectDefinition("a", "/pricing", "/lp");
    expect(await problemsOf(definition, [row(other)])).toContain(problem);
    expect(await problemsOf(definition, [row(other, { state: "running" })])).toContain(problem);
    expect(await problemsOf(definition, [row(other, { state: "stopped", shipped: "other" })])).toContain(
      problem,
    );
    expect(await problemsOf(definition, [row(other, { state: "stopped" })])).toBe("");
    expect(await problemsOf(definition, [row(other, { state: "stopped", shipped: "control" })])).toBe("");
  });
});

describe("a text experiment", () => {
  const content = (other: Json, control: Json = {}) =>
    experimentDefinition({
      kind: "content",
      flag: "content.pricing",
      page: "pricing",
      ...valued(control, other),
    });

  const EN = "copy:en:pricing";

  it("accepts other text and another order", async () => {
    const changes = {
      [EN]: { "/hero/title": "Prices" },
      "copy:de:pricing": { "/hero/title": "Preise" },
      sections: { "/pricing/order": ["plans", "faq"], "/pricing/hidden": [] },
    };
    expect(await problemsOf(content(changes))).toBe("");
  });

  it.each<[Json, string]>([
    ["Prices", "variations.1.value: Invalid page text. Use {"],
    [{ copy: { en: { "hero.title": "x" } } }, "copy is not part of this page. Use copy:en:pricing,"],
    [{ order: ["faq"] }, "Invalid page text."],
    [{ [EN]: ["x"] }, "Invalid page text."],
    [{ "copy:en:home": { "/hero/title": "x" } }, "copy:en:home is not part of this page."],
    [{ "copy:nl:pricing": { "/hero/title": "x" } }, "copy:nl:pricing is not part of this page."],
    [{ catalog: { "/plans/free/minScore": 1 } }, "catalog is not part of this page."],
    [{ [EN]: { "hero.title": "x" } }, "hero.title is not the address of a field"],
    [{ [EN]: { "": {} } }, "An empty text is not the address of a field"],
    [{ [EN]: { "/hidden": true } }, "A variation can't hide the whole page."],
    [{ sections: { "/home/order": ["faq"] } }, "/home/order belongs to another page."],
    [{ [EN]: { "/hero/titel": "x" } }, "variations.1.value: There is no such text."],
  ])("rejects %j", async (changes, problem) => {
    expect(await problemsOf(content(changes))).toContain(problem);
  });

  it("rejects another control, another flag and a page without editable text", async () => {
    expect(await problemsOf(content({}, { [EN]: { "/hero/title": "x" } }))).toContain(
      "variations.0.value: The control is the original page. Its value must be {}.",
    );
    const wrong = { ...content({}), flag: "content.home", page: "nowhere" };
    expect(await problemsOf(wrong)).toBe(
      "flag: A text experiment uses the flag named after its page. Use content.nowhere. page: There is no page nowhere with editable text.",
    );
  });
});
