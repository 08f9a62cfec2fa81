import { expect, test } from "vitest";
import { dismissalCookie, hasCookie } from "./useDismissal.ts";

test("a cookie of a year, on the whole site", () => {
  expect(dismissalCookie({ name: "cuPageBanner", domain: null, isSecure: false })).toBe(
    "cuPageBanner=1; path=/; max-age=31536000; samesite=lax",
  );
});

test("on the parent domain where there is one, and on https only for https", () => {
  expect(dismissalCookie({ name: "closed", domain: "trellis.example", isSecure: true })).toBe(
    "closed=1; path=/; max-age=31536000; samesite=lax; domain=trellis.example; secure",
  );
});

test.each([
  ["", false],
  ["cuPageBanner=1", true],
  ["a=b; cuPageBanner=", true],
  ["xcuPageBanner=1", false],
  ["a=cuPageBanner=1", false],
])("in %j the banner's cookie is found: %s", (cookies, expected) => {
  expect(hasCookie(cookies, "cuPageBanner")).toBe(expected);
});
