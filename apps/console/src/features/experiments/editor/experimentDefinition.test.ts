import type { ExperimentDefinition } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { newExperiment, newVariation, settle } from "./experimentDefinition.ts";

const definition = (part: Partial<ExperimentDefinition>) => ({ ...newExperiment().definition, ...part });

describe("what follows from the rest", () => {
  it("is the flag of the page, and a control that changes nothing", () => {
    expect(settle(definition({ kind: "content", page: "home" }))).toMatchObject({
      flag: "content.home",
      variations: [{ value: {} }, { value: {} }],
    });
    expect(settle(definition({ kind: "content", page: "" })).flag).toBe("");
  });

  it("is the flag of the experiment, and a control that stays where it is", () => {
    const redirect = definition({ kind: "redirect", key: "lp", page: "/pricing" });
    expect(settle(redirect)).toMatchObject({
      flag: "redirect.lp",
      variations: [{ value: "/pricing" }, { value: {} }],
    });
  });

  it("is no page where a flag is asked, whose values stay", () => {
    const flag = definition({ kind: "flag", flag: "quiz", page: "home" });
    expect(settle(flag)).toEqual({ ...flag, page: "" });
  });
});

describe("a new variation", () => {
  it("takes the first key that is free", () => {
    const { variations } = newExperiment().definition;
    const [control] = variations;
    expect(newVariation(variations, "").key).toBe("variation-2");
    expect(newVariation(control ? [control] : [], "").key).toBe("variation-1");
  });
});
