import type { ExperimentDefinition } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { newExperiment, newVariation, settle } from "./experimentDefinition.ts";

const definition = (part: Partial<ExperimentDefinition>) => ({ ...newExperiment().definition, ...part });

describe("settle", () => {
  it("sets the page's flag and an empty control for page text", () => {
    expect(settle(definition({ kind: "content", page: "home" }))).toMatchObject({
      flag: "content.home",
      variations: [{ value: {} }, { value: {} }],
    });
    expect(settle(definition({ kind: "content", page: "" })).flag).toBe("");
  });

  it("sets the experiment's flag and the original path as the control for a redirect", () => {
    const redirect = definition({ kind: "redirect", key: "lp", page: "/pricing" });
    expect(settle(redirect)).toMatchObject({
      flag: "redirect.lp",
      variations: [{ value: "/pricing" }, { value: {} }],
    });
  });

  it("clears the page for a flag and keeps the values", () => {
    const flag = definition({ kind: "flag", flag: "quiz", page: "home" });
    expect(settle(flag)).toEqual({ ...flag, page: "" });
  });
});

describe("newVariation", () => {
  it("takes the first unused key", () => {
    const { variations } = newExperiment().definition;
    const [control] = variations;
    expect(newVariation(variations, "").key).toBe("variation-2");
    expect(newVariation(control ? [control] : [], "").key).toBe("variation-1");
  });
});
