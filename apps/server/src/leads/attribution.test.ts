import { expect, test } from "vitest";
import { attributionOf } from "./attribution.ts";

const AGREED = "marquee_consent=1.m3xk2p.1.C0001-C0002";
const arrival = {
  cookies: `${AGREED}; utm_source=newsletter; utm_campaign=spring%20sale`,
  search: "?utm_source=other&utm_medium=email&email=ada@trellis.example",
  referrer: "https://search.example/find?q=ada",
};

test("campaign cookies first, then the query; of the referrer its page only", () => {
  expect(attributionOf(arrival)).toEqual({
    utm_source: "newsletter",
    utm_medium: "email",
    utm_campaign: "spring sale",
    referrer: "https://search.example/find",
  });
});

test("nothing without consent", () => {
  expect(attributionOf({ ...arrival, cookies: "utm_source=newsletter" })).toEqual({});
  expect(attributionOf({ ...arrival, cookies: "marquee_consent=1.m3xk2p.1.C0001" })).toEqual({});
});

test("nothing odd comes in", () => {
  const odd = {
    cookies: AGREED,
    search: `utm_term=${"x".repeat(900)}&utm_evil=1`,
    referrer: "javascript:alert(1)",
  };
  expect(attributionOf(odd)).toEqual({ utm_term: "x".repeat(200) });
  expect(attributionOf({ ...odd, search: "%%%", referrer: "nonsense" })).toEqual({});
});
