import { type FeatureDefinition, GrowthBook } from "@growthbook/growthbook";
import { DEFAULT_FLAGS } from "@marquee/contract";
import { expect, it } from "vitest";
import { readFlagValues } from "./subscribeToFlags.ts";

const document = {
  flags: {
    ...DEFAULT_FLAGS,
    "contact-sales-landing-page": true,
    "content.home": { sections: { "/home/hidden": ["faq"] } },
    "redirect.landing": "/lp/ai",
  },
  redirects: [{ flag: "redirect.landing", from: "/lp", to: "/lp/ai" }],
};
const read = (features: Record<string, FeatureDefinition>) =>
  readFlagValues(new GrowthBook({ features }), document);

it("ends flags that were stopped since the document was rendered and keeps built-in flags", () => {
  const { flags, redirects, assignments } = read({ "pricing-quiz-banner-is-active": { defaultValue: true } });
  expect(flags["content.home"]).toBeUndefined();
  expect(Object.keys(flags)).not.toContain("redirect.landing");
  expect(redirects).toEqual([{ flag: "redirect.landing", from: "/lp", to: "/lp" }]);
  expect(flags).toMatchObject({ "pricing-quiz-banner-is-active": true, "contact-sales-landing-page": true });
  expect(assignments).toEqual([]);
});

it("prefers current flag values over those in the document", () => {
  const { flags, redirects } = read({
    "content.home": { defaultValue: { sections: { "/home/hidden": ["views"] } } },
    "redirect.landing": { defaultValue: "/lp/teams" },
    "contact-sales-landing-page": { defaultValue: false },
  });
  expect(flags["content.home"]).toEqual({ sections: { "/home/hidden": ["views"] } });
  expect(flags["contact-sales-landing-page"]).toBe(false);
  expect(redirects).toEqual([{ flag: "redirect.landing", from: "/lp", to: "/lp/teams" }]);
});
