import type { EstimateResponse } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { newExperiment } from "../experimentDefinition.ts";
import { estimateQuestion, missingText, planText, tooLongText } from "./estimateTexts.ts";

const { definition } = newExperiment();
const home = { ...definition, page: "home", flag: "content.home" };
const answer: EstimateResponse = {
  paths: ["/pricing", "/de/pricing"],
  days: 28,
  visitors: 5000,
  spread: null,
  baseline: 0.04,
  missing: null,
  plan: { minimumEffect: 0.05, users: 178_592, days: 2000 },
  suggestion: { minimumEffect: 0.26, users: 5000, days: 55 },
};

describe("estimateQuestion", () => {
  it("queries with the primary metric and the weights", () => {
    expect(estimateQuestion(home)).toEqual({
      isAskable: true,
      estimate: {
        kind: "content",
        page: "home",
        targeting: [],
        coverage: 1,
        weights: [0.5, 0.5],
        minimumEffect: 0.05,
        metric: { type: "conversion", event: "Form Sent", path: "", property: "" },
      },
    });
  });

  it("queries a goal", () => {
    const condition = { kind: "form", step: "sent", form: null } as const;
    const [metric] = home.metrics;
    if (!metric) throw new Error("A new experiment has a metric.");
    const question = estimateQuestion({ ...home, metrics: [{ ...metric, event: "", condition }] });
    expect(question.isAskable && question.estimate.metric).toMatchObject({ event: "", condition });
  });

  it("says what to complete first", () => {
    const [metric] = home.metrics;
    if (!metric) throw new Error("A new experiment has a metric.");
    const needOf = (overrides: Partial<typeof home>) => {
      const question = estimateQuestion({ ...home, ...overrides });
      return question.isAskable ? "" : question.need;
    };
    expect(needOf({ page: "" })).toContain("Choose a page");
    expect(needOf({ kind: "redirect", page: "" })).toContain("Enter the original path");
    expect(needOf({ kind: "flag", flag: "" })).toContain("Choose a flag");
    expect(needOf({ coverage: 0 })).toContain("above 0%");
    expect(needOf({ variations: home.variations.map((each) => ({ ...each, weight: 0 })) })).toContain(
      "above 0%",
    );
    expect(needOf({ targeting: [{ attribute: "country", operator: "in", values: [] }] })).toContain(
      "audience",
    );
    expect(needOf({ metrics: [{ ...metric, type: "mean" }] })).toContain("property");
    expect(needOf({ metrics: [{ ...metric, path: "pricing" }] })).toContain("pages");
  });
});

describe("the estimate in words", () => {
  it("names the sample, the rate and the traffic", () => {
    const plan = answer.plan ?? { minimumEffect: 0, users: 0, days: 0 };
    const metric = { name: "Form sent", type: "conversion", goal: "increase" } as const;
    expect(planText(answer, plan, metric)).toBe(
      "Needs 178,592 visitors per variation to detect “Form sent” going from 4.00% to 4.20%. Based on 5,000 visitors of /pricing in all languages in the 28 days before today.",
    );
    expect(planText(answer, plan, { ...metric, goal: "decrease" })).toContain("from 4.00% to 3.80%");
  });

  it("suggests what fits, or another metric", () => {
    expect(tooLongText(answer)).toContain("Within 8 weeks, this traffic shows effects of 26% or more.");
    expect(tooLongText({ suggestion: null })).toContain("Choose a metric that more visitors reach");
  });

  it("says what is missing", () => {
    const of = (overrides: Partial<EstimateResponse>) => missingText({ ...answer, plan: null, ...overrides });
    expect(of({ visitors: 0, missing: "first-day", paths: [] })).toContain(
      "No one visited the whole site in the 28 days before today, so there is no traffic to estimate from. Bots, known customers and demo data are not counted.",
    );
    expect(of({ missing: "first-day" })).toBe("Estimate after the first full day of traffic.");
    expect(of({ missing: "visitors", visitors: 12 })).toContain("Only 12 visitors to /pricing");
    expect(of({ missing: "conversions" })).toContain("its rate is unknown");
  });
});
