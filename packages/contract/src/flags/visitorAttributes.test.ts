import { expect, it } from "vitest";
import { visitorAttributes } from "./visitorAttributes.ts";

const SOURCES = {
  cookies: { ajs_anonymous_id: "0123-4567", utm_source: "news", utm_campaign: "", utm_term: "boards" },
  userAgent: "Mozilla/5.0 (Macintosh)",
  path: "/de/pricing",
  audience: "visitor",
} as const;

it("returns the attributes that targeting can use, without empty ones", () => {
  expect(visitorAttributes(SOURCES)).toEqual({
    id: "0123-4567",
    locale: "de",
    device: "desktop",
    audience: "visitor",
    utm_source: "news",
  });
});

it("determines locale, device and audience from the request or page", () => {
  const userAgent = "Mozilla/5.0 (iPhone) Mobile";
  expect(visitorAttributes({ cookies: {}, userAgent, path: "/", audience: "customer" })).toEqual({
    id: "",
    locale: "en",
    device: "mobile",
    audience: "customer",
  });
});
