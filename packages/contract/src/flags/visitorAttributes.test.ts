import { expect, it } from "vitest";
import { TARGETING_ATTRIBUTES } from "./targetingAttributes.ts";
import { MAX_ATTRIBUTE_LENGTH, userAgentAttributes, visitorAttributes } from "./visitorAttributes.ts";

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";
const SOURCES = {
  cookies: {
    ajs_anonymous_id: "0123-4567",
    ajs_user_id: "4711",
    utm_source: "news",
    utm_medium: "email",
    utm_campaign: "spring",
    utm_term: "boards",
  },
  userAgent: userAgentAttributes(CHROME),
  url: "https://trellis.example/de/pricing?plan=business&email=jo%40b.example#plans",
  referrer: "https://mail.example/?email=jo@b.example",
  audience: "visitor",
  windowSize: "tablet",
  department: "Support",
} as const;

it("returns every attribute of the catalog except the country, which the server adds", () => {
  const attributes = visitorAttributes(SOURCES);
  expect(attributes).toEqual({
    id: "0123-4567",
    user_id: "4711",
    locale: "de",
    device: "desktop",
    audience: "visitor",
    isPhoneSize: false,
    isTabletSize: true,
    isDesktopSize: false,
    browser: "Chrome",
    isModernBrowser: true,
    url: "https://trellis.example/de/pricing?plan=business&email=REDACTED",
    pathName: "/de/pricing",
    referrer: "https://mail.example/?email=REDACTED",
    utm_source: "news",
    utm_medium: "email",
    utm_campaign: "spring",
    department: "Support",
  });
  expect(Object.keys({ ...attributes, country: "DE" }).sort()).toEqual([...TARGETING_ATTRIBUTES].sort());
});

it("has no unknown attributes", () => {
  const userAgent = userAgentAttributes("");
  const nothing = { cookies: {}, userAgent, url: "https://trellis.example/", referrer: "" } as const;
  expect(visitorAttributes({ ...nothing, audience: "customer", windowSize: null })).toEqual({
    locale: "en",
    device: "desktop",
    audience: "customer",
    url: "https://trellis.example/",
    pathName: "/",
  });
});

it("truncates texts that remote evaluation would reject", () => {
  const url = `https://trellis.example/?q=${"x".repeat(5000)}`;
  const { url: cut } = visitorAttributes({ ...SOURCES, url, windowSize: null });
  expect(String(cut)).toHaveLength(MAX_ATTRIBUTE_LENGTH);
});

it("does not split characters", () => {
  const term = "a".repeat(MAX_ATTRIBUTE_LENGTH - 1);
  const cookies = { ...SOURCES.cookies, utm_campaign: `${term}😀` };
  expect(visitorAttributes({ ...SOURCES, cookies }).utm_campaign).toBe(term);
});
