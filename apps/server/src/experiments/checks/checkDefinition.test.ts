import { type ExperimentDefinition, type Json, SITE_BANNER_FLAG } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import {
  builtInFlag,
  experimentDefinition,
  flagDefinition,
  metric,
  pricingText,
  redirectDefinition,
} from "../../testing/experimentDefinition.ts";
import type { ExperimentRow } from "../experimentRow.ts";
import { checkDefinition } from "./checkDefinition.ts";

const surroundings = {
  findFlag: (key: string) => (key === "plain" ? flagDefinition({ key, type: "string" }) : builtInFlag(key)),
  readPageText: async (page: string) => (page === "pricing" ? pricingText : null),
};

/** Everything that is wrong, or nothing. */
async function problemsOf(definition: ExperimentDefinition, others: ExperimentRow[] = []): Promise<string> {
  return checkDefinition(definition, others, surroundings).then(
    () => "",
    (error: Error) => error.message,
  );
}

/** Control and one other of those values. */
function valued(control: Json, other: Json): Pick<ExperimentDefinition, "variations"> {
  return {
    variations: [
      { key: "control", name: "As it is", value: control, weight: 0.5 },
      { key: "other", name: "Other", value: other, weight: 0.5 },
    ],
  };
}

function row(definition: ExperimentDefinition, given: Partial<ExperimentRow> = {}): ExperimentRow {
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
    ...given,
  };
}

describe("what every experiment needs", () => {
  it("takes a complete one", async () => {
    expect(await problemsOf(experimentDefinition())).toBe("");
  });

  it.each([
    [[0.5, 0.501], ""],
    [[0.5, 0.499], ""],
    [[0.5, 0.502], "variations: The weights make 1.002 together; they must make 1."],
    [[0.5, 0.4], "variations: The weights make 0.9 together; they must make 1."],
  ])("adds up the weights %j", async ([first = 0, second = 0], problem) => {
    const [control, shown] = experimentDefinition().variations;
    const variations = [control, shown].flatMap((each) => (each ? [each] : []));
    const weighted = variations.map((each, index) => ({ ...each, weight: index === 0 ? first : second }));
    expect(await problemsOf(experimentDefinition({ variations: weighted }))).toBe(problem);
  });

  it("names everything that stands twice or in the wrong place", async () => {
    const twice = experimentDefinition().variations.map((each) => ({ ...each, key: "same" }));
    const metrics = [
      metric({ isGuardrail: true }),
      metric({ type: "mean" }),
      metric({ id: "x", path: "pricing" }),
    ];
    const message = await problemsOf(experimentDefinition({ variations: twice, metrics }));
    expect(message).toContain("variations: same is the key of two variations");
    expect(message).toContain("metrics: sign-up is the id of two metrics");
    expect(message).toContain("metrics.0: The first metric decides the experiment and cannot be a guardrail");
    expect(message).toContain("metrics.1.property: Sign-ups is a mean; name the numeric property");
    expect(message).toContain(`metrics.2.path: Write a path of this site that starts with "/"`);
  });
});

describe("an experiment on a flag", () => {
  it.each([
    ["nowhere", false, true, "flag: There is no flag nowhere; create it first."],
    [
      "pricing-quiz-banner-is-active",
      false,
      "yes",
      "variations.1.value: pricing-quiz-banner-is-active is a boolean flag",
    ],
    ["plain", "a", 3, "variations.1.value: plain is a string flag; its value is a text."],
    [SITE_BANNER_FLAG, {}, { text: 3 }, "variations.1.value: This is no banner, text: This must be string."],
    [
      SITE_BANNER_FLAG,
      {},
      { txt: "" },
      "variations.1.value: This is no banner, txt: This is a member that nobody reads.",
    ],
  ])("refuses on %s the values %j and %j", async (flag, control, other, problem) => {
    expect(await problemsOf(experimentDefinition({ flag, ...valued(control, other) }))).toContain(problem);
  });

  it("takes a banner", async () => {
    const banner = { text: "New", paths: ["*"], link: { href: "/brain", children: "See" } };
    expect(await problemsOf(experimentDefinition({ flag: SITE_BANNER_FLAG, ...valued({}, banner) }))).toBe(
      "",
    );
  });

  it("takes no flag out of the archive, and has no page", async () => {
    const archived = { ...surroundings, findFlag: () => flagDefinition({ isArchived: true }) };
    const check = checkDefinition(experimentDefinition({ page: "/pricing" }), [], archived);
    await expect(check).rejects.toThrow(/page: .*leave it empty.*flag: .*is archived/);
  });
});

describe("an experiment that leads elsewhere", () => {
  it("takes two pages of this site", async () => {
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
  ])("refuses the target %j", async (target) => {
    expect(await problemsOf(redirectDefinition("lp", "/pricing", target))).toContain("variations.1.value: ");
  });

  it("names the flag and the control's value that it needs", async () => {
    const wrong = {
      ...redirectDefinition("lp", "/pricing", "/lp"),
      flag: "redirect.other",
      ...valued("/", "/lp"),
    };
    const message = await problemsOf(wrong);
    expect(message).toContain("flag: A redirect answers the flag of its own name; write redirect.lp.");
    expect(message).toContain("variations.0.value: The control stays on the page; its value is /pricing.");
  });

  it.each([
    ["a loop", redirectDefinition("b", "/lp", "/pricing"), "variations.1.value: /pricing is led elsewhere"],
    [
      "a chain after it",
      redirectDefinition("b", "/", "/pricing"),
      "variations.1.value: /pricing is led elsewhere",
    ],
    [
      "a chain before it",
      redirectDefinition("b", "/lp", "/"),
      "page: The experiment Quiz banner leads visitors to /lp",
    ],
  ])("refuses %s", async (_name, definition, problem) => {
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

describe("an experiment on the texts of a page", () => {
  const content = (other: Json, control: Json = {}) =>
    experimentDefinition({
      kind: "content",
      flag: "content.pricing",
      page: "pricing",
      ...valued(control, other),
    });

  it("takes other texts and another order", async () => {
    const patch = {
      copy: { en: { "hero.title": "Prices" }, de: { "hero.title": "Preise" } },
      order: ["faq", "plans"],
    };
    expect(await problemsOf(content(patch))).toBe("");
  });

  it.each<[Json, string]>([
    ["Prices", "variations.1.value: Other texts are an object"],
    [{ title: "x" }, "variations.1.value.title: Only copy and order can vary."],
    [{ copy: [] }, "variations.1.value.copy: Texts stand by locale and address"],
    [{ copy: { nl: {} } }, "variations.1.value.copy.nl: nl is no language of this site."],
    [{ copy: { de: "x" } }, "variations.1.value.copy.de: Texts stand by their address."],
    [
      { copy: { en: { "hero.titel": "x" } } },
      "variations.1.value.copy.en: The page pricing has no text hero.titel.",
    ],
    [
      { copy: { en: { toString: "x" } } },
      "variations.1.value.copy.en: The page pricing has no text toString.",
    ],
    [{ copy: { en: { "hero.title": 3 } } }, "variations.1.value.copy.en: hero.title must be a text"],
    [{ order: "faq" }, "variations.1.value.order: The order is a list"],
    [{ order: ["faq", "footer"] }, "variations.1.value.order: The page pricing has no section footer"],
    [{ order: ["faq", "faq"] }, "variations.1.value.order: The section faq stands there twice."],
  ])("refuses %j", async (patch, problem) => {
    expect(await problemsOf(content(patch))).toContain(problem);
  });

  it("refuses another control, another flag and a page without texts", async () => {
    expect(await problemsOf(content({}, { order: ["faq"] }))).toContain(
      "variations.0.value: The control is the page",
    );
    const wrong = { ...content({}), flag: "content.home", page: "nowhere" };
    expect(await problemsOf(wrong)).toBe(
      "flag: Texts of a page answer the flag of its name; write content.nowhere. page: There is no page nowhere whose texts can vary.",
    );
  });
});
