import { CONSENT_COOKIE, CONSENT_GROUPS, CONSENT_TEXT_VERSION, formatConsentCookie } from "@marquee/contract";
import { expect, test } from "vitest";
import { attributionOf } from "./attribution.ts";

const decision = {
  decidedAt: Date.parse("2026-06-01T12:00:00Z"),
  textVersion: CONSENT_TEXT_VERSION,
  receiptId: "4f1a3c0e-5b7d-4a52-9d1e-6c2b8a9f0d31",
};
const cookieOf = (...groups: (typeof CONSENT_GROUPS)[keyof typeof CONSENT_GROUPS][]) =>
  `${CONSENT_COOKIE}=${formatConsentCookie({ ...decision, groups })}`;
const AGREED = cookieOf(CONSENT_GROUPS.necessary, CONSENT_GROUPS.analytics);
const arrival = {
  cookies: `${AGREED}; utm_source=newsletter; utm_campaign=spring%20sale`,
  search: "?utm_source=other&utm_medium=email&email=ada@trellis.example",
  referrer: "https://search.example/find?q=ada",
  department: "",
};

test("prefers campaign cookies over the query and strips the referrer's query", () => {
  expect(attributionOf(arrival)).toEqual({
    utm_source: "newsletter",
    utm_medium: "email",
    utm_campaign: "spring sale",
    referrer: "https://search.example/find",
  });
});

test("accepts only departments that pages indicate", () => {
  const departmentIn = (department: string) => attributionOf({ ...arrival, department }).department;
  expect([departmentIn("Sales & CRM"), departmentIn("<b>Sales</b>"), departmentIn("")]).toEqual([
    "Sales & CRM",
    undefined,
    undefined,
  ]);
});

test("returns nothing without consent", () => {
  expect(attributionOf({ ...arrival, cookies: "utm_source=newsletter" })).toEqual({});
  expect(attributionOf({ ...arrival, cookies: cookieOf(CONSENT_GROUPS.necessary) })).toEqual({});
});

test("removes unstorable characters, which decoding can produce", () => {
  const odd = {
    cookies: `${AGREED}; utm_source=a%00b`,
    search: "?utm_medium=%00c&utm_term=%ED%A0%80",
    referrer: "",
    department: "",
  };
  expect(attributionOf(odd)).toEqual({ utm_source: "ab", utm_medium: "c", utm_term: "\ufffd\ufffd\ufffd" });
});

test("rejects invalid values and truncates long ones", () => {
  const odd = {
    cookies: AGREED,
    search: `utm_term=${"x".repeat(900)}&utm_evil=1&utm_source=203.0.113.9`,
    referrer: "javascript:alert(1)",
    department: "",
  };
  expect(attributionOf(odd)).toEqual({ utm_term: "x".repeat(200) });
  expect(attributionOf({ ...odd, search: `utm_term=${"x".repeat(199)}🎉` })).toEqual({
    utm_term: "x".repeat(199),
  });
  expect(attributionOf({ ...odd, search: "%%%", referrer: "nonsense" })).toEqual({});
});
