import { expect, test } from "vitest";
import { CONSENT_GROUPS } from "./consent.ts";
import { cookiesGrant } from "./consentCookie.ts";

test.each([
  ["marquee_consent=1.m3xk2p.1.C0001-C0002", true],
  ["a=1; marquee_consent=1.m3xk2p.1.C0001-C0002-C0004; b=2", true],
  ["marquee_consent=1.m3xk2p.1.C0001", false],
  ["marquee_consent=1.m3xk2p.99.C0001-C0002", false],
  ["marquee_consent=2.m3xk2p.1.C0001-C0002", false],
  ["marquee_consent=C0002", false],
  ["other_marquee_consent=1.m3xk2p.1.C0001-C0002", false],
  ["", false],
])("%j grants analytics: %s", (cookies, expected) => {
  expect(cookiesGrant(cookies, CONSENT_GROUPS.analytics)).toBe(expected);
});
