import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  formatConsentCookie,
  hasConsentCookie,
  isMeasuredByRegion,
  parseConsentCookie,
} from "./consent.ts";

it.each([
  ["ask", true, false],
  ["ask", false, false],
  ["granted", true, false],
  ["granted", false, true],
] as const)(
  "default %s, privacy-restricted %s: measured before a decision: %s",
  (consentDefault, isPrivacyRestricted, answer) => {
    expect(isMeasuredByRegion({ consentDefault, isPrivacyRestricted })).toBe(answer);
  },
);

const RECEIPT = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const AGREED = `marquee_consent=1.m3xk2p.2.C0001-C0002.${RECEIPT}`;

describe("hasConsentCookie", () => {
  it.each([
    [AGREED, true],
    [`a=1; ${AGREED}; b=2`, true],
    [`marquee_consent=1.m3xk2p.2.C0001.${RECEIPT}`, false],
    [`marquee_consent=1.m3xk2p.99.C0001-C0002.${RECEIPT}`, false],
    [`marquee_consent=2.m3xk2p.2.C0001-C0002.${RECEIPT}`, false],
    ["marquee_consent=1.m3xk2p.2.C0001-C0002", false],
    ["marquee_consent=C0002", false],
    [`other_${AGREED}`, false],
    ["", false],
  ])("%j grants analytics: %s", (cookies, expected) => {
    expect(hasConsentCookie(cookies, CONSENT_GROUPS.analytics)).toBe(expected);
  });
});

describe("parseConsentCookie", () => {
  it("reads back every decision that formatConsentCookie writes", () => {
    const groups = fc
      .subarray(Object.values(CONSENT_GROUPS))
      .map((some) =>
        Object.values(CONSENT_GROUPS).filter((group) => group === "C0001" || some.includes(group)),
      );
    fc.assert(
      fc.property(groups, fc.nat(), fc.uuid(), (agreed, decidedAt, receiptId) => {
        const decision = { groups: agreed, decidedAt, textVersion: CONSENT_TEXT_VERSION, receiptId };
        expect(parseConsentCookie(formatConsentCookie(decision))).toEqual(decision);
      }),
    );
  });

  it("returns null for anything else", () => {
    fc.assert(fc.property(fc.string(), (value) => parseConsentCookie(value) === null));
    expect(parseConsentCookie(null)).toBeNull();
  });
});
