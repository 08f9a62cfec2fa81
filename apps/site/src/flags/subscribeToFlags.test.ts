import { type FeatureDefinition, GrowthBook, setPolyfills } from "@growthbook/growthbook";
import { DEFAULT_FLAGS, type SiteSettings } from "@marquee/contract";
import { afterEach, expect, it, vi } from "vitest";
import { readFlagValues, subscribeToFlags } from "./subscribeToFlags.ts";

const documentValues = {
  flags: {
    ...DEFAULT_FLAGS,
    "contact-sales-landing-page": true,
    "content.home": { sections: { "/home/hidden": ["faq"] } },
    "redirect.landing": "/lp/ai",
  },
  redirects: [{ flag: "redirect.landing", from: "/lp", to: "/lp/ai" }],
};
const read = (features: Record<string, FeatureDefinition>) =>
  readFlagValues(new GrowthBook({ features }), documentValues);

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

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("keeps the document's values if none arrive within 2 seconds, and logs it", async () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("location", new URL("https://trellis.example/pricing"));
  vi.stubGlobal("document", { cookie: "ajs_anonymous_id=device", referrer: "" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { userAgent: "Chrome/148.0.0.0" });
  vi.stubGlobal("innerWidth", 1440);
  setPolyfills({ fetch: () => new Promise(() => undefined), EventSource: undefined });
  const onAnswers = vi.fn();
  const settings = {
    ...documentValues,
    clientKey: "sdk-local",
    publicUrl: location.origin,
    audience: "everyone",
  };
  const { ready, stop } = subscribeToFlags({
    settings: settings as unknown as SiteSettings,
    isAllowed: () => true,
    onAnswers,
  });
  await vi.advanceTimersByTimeAsync(1999);
  const said = "[flags] Promise timed out";
  expect(warn).not.toHaveBeenCalledWith(said);
  await vi.advanceTimersByTimeAsync(1);
  await ready;
  expect(warn).toHaveBeenCalledWith(said);
  expect(onAnswers).not.toHaveBeenCalled();
  stop();
});
