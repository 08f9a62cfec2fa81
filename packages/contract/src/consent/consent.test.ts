import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  type ConsentDecision,
  decisionIn,
  formatConsentCookie,
  hasConsentCookie,
  isMeasuredByRegion,
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
const AGREED = `marquee_consent=1.00m3xk2p.2.C0001-C0002.${RECEIPT}`;

describe("hasConsentCookie", () => {
  it.each([
    [AGREED, true],
    [`a=1; ${AGREED}; b=2`, true],
    [`marquee_consent=1.00m3xk2p.2.C0001.${RECEIPT}`, false],
    [`marquee_consent=1.00m3xk2p.99.C0001-C0002.${RECEIPT}`, false],
    [`marquee_consent=2.00m3xk2p.2.C0001-C0002.${RECEIPT}`, false],
    ["marquee_consent=1.00m3xk2p.2.C0001-C0002", false],
    ["marquee_consent=C0002", false],
    [`a=1;${AGREED}`, true],
    [`marquee_consent=1.00m3xk2q.2.C0001.${RECEIPT}; ${AGREED}`, false],
    [`${AGREED}; marquee_consent=1.00m3xk2q.2.C0001.${RECEIPT}`, false],
    [`${AGREED}; marquee_consent=1.00m3xk2o.2.C0001.${RECEIPT}`, true],
    // Times that sort differently as text, and one that no clock has.
    [`marquee_consent=1.z.2.C0001.${RECEIPT}; ${AGREED}`, true],
    [`marquee_consent=1.00z.2.C0001-C0002.${RECEIPT}; marquee_consent=1.00m3xk2q.2.C0001.${RECEIPT}`, false],
    [`marquee_consent=1.zzzzzzzzzzz.2.C0001-C0002.${RECEIPT}`, false],
    [`other_${AGREED}`, false],
    ["", false],
  ])("%j grants analytics: %s", (cookies, expected) => {
    expect(hasConsentCookie(cookies, CONSENT_GROUPS.analytics)).toBe(expected);
  });
});

describe("decisionIn", () => {
  const ALL = Object.values(CONSENT_GROUPS);
  const NOW = Date.UTC(2026, 10, 30);
  const groups = fc
    .subarray(ALL)
    .map((some) => ALL.filter((group) => group === "C0001" || some.includes(group)));
  const decisions = fc.record({
    groups,
    decidedAt: fc.integer({ min: Date.UTC(2024, 0), max: NOW }),
    textVersion: fc.constant(CONSENT_TEXT_VERSION),
    receiptId: fc.uuid(),
  });
  const cookieOf = (decision: ConsentDecision) => `marquee_consent=${formatConsentCookie(decision)}`;
  const read = (...all: ConsentDecision[]) => decisionIn(all.map(cookieOf).join("; "), NOW);

  it("reads back every decision that formatConsentCookie writes", () => {
    fc.assert(
      fc.property(decisions, (decision) => {
        expect(read(decision)).toEqual(decision);
      }),
    );
  });

  it("is the latest by number, whatever the times look like", () => {
    const times = fc.integer({ min: 0, max: NOW });
    fc.assert(
      fc.property(fc.uniqueArray(times, { minLength: 2 }), (all) => {
        const made = all.map((decidedAt) => ({
          decidedAt,
          groups: ["C0001" as const],
          textVersion: CONSENT_TEXT_VERSION,
          receiptId: RECEIPT,
        }));
        expect(read(...made)?.decidedAt).toBe(Math.max(...all));
      }),
    );
  });

  it("is the latest of several, in any order, among other cookies", () => {
    fc.assert(
      fc.property(fc.uniqueArray(decisions, { selector: (each) => each.decidedAt, minLength: 1 }), (all) => {
        const latest = all.reduce((a, b) => (a.decidedAt > b.decidedAt ? a : b));
        expect(read(...all)).toEqual(latest);
        expect(decisionIn(["zz=1", ...all.map(cookieOf), "a=2"].join("; "), NOW)).toEqual(latest);
      }),
    );
  });

  it("is a refusal if a refusal and a grant were made at the same moment", () => {
    const grants = decisions.filter((decision) => decision.groups.length > 1);
    fc.assert(
      fc.property(grants, fc.boolean(), (grant, isFirst) => {
        const refusal = { ...grant, groups: [CONSENT_GROUPS.necessary] };
        expect(isFirst ? read(refusal, grant) : read(grant, refusal)).toEqual(refusal);
      }),
    );
  });

  it("grants only what all decisions grant if one is from the future, which counts if it is the only one", () => {
    fc.assert(
      fc.property(decisions, fc.array(decisions), fc.nat(1e12), (first, otherDecisions, ahead) => {
        const future = { ...first, decidedAt: NOW + 1 + ahead };
        const granted = read(future, ...otherDecisions)?.groups ?? [];
        for (const group of granted)
          expect(
            [future, ...otherDecisions].every(({ groups: decisionGroups }) => decisionGroups.includes(group)),
          ).toBe(true);
        expect(granted).toContain(CONSENT_GROUPS.necessary);
        expect(read(future)).toEqual(future);
      }),
    );
  });

  it("keeps a refusal of an earlier text, and asks again after a grant", () => {
    const decision = { decidedAt: NOW, textVersion: CONSENT_TEXT_VERSION - 1, receiptId: RECEIPT };
    expect(read({ ...decision, groups: ["C0001"] })?.groups).toEqual(["C0001"]);
    expect(read({ ...decision, groups: ["C0001", "C0002"] })).toBeNull();
    expect(read({ ...decision, groups: ["C0001", "C0003"] })).toBeNull();
  });

  it("is null for anything else", () => {
    fc.assert(fc.property(fc.string(), (value) => decisionIn(`marquee_consent=${value}`, NOW) === null));
    expect(decisionIn("", NOW)).toBeNull();
  });
});
