import { describe, expect, it } from "vitest";
import { variantLabel } from "./pageVariant.ts";

const EVERYBODY = { isBannerHidden: false, audience: "visitor", isPrivacyRestricted: false } as const;
const NOTHING = { assignments: [] };
const assigned = (experiment_id: string, variation_id: string) => ({
  flag: "",
  kind: "content" as const,
  pages: [],
  sections: [],
  exposure: { experiment_id, variation_id, experiment_name: "", experiment_phase: 1, variation_name: "" },
});

describe("variantLabel", () => {
  it("is empty for the default page", () => {
    expect(variantLabel(EVERYBODY, NOTHING)).toBe("");
  });

  it("names the visitors that a document is for, and each experiment's variation", () => {
    const assignments = [assigned("hero", "bold"), assigned("price", "yearly")];
    const customer = { isBannerHidden: true, audience: "customer", isPrivacyRestricted: true } as const;
    expect(variantLabel(customer, { assignments })).toBe(
      "customer banner-hidden privacy-restricted hero/bold price/yearly",
    );
  });
});
