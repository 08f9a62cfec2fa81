import { randomUUID } from "node:crypto";
import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  formatConsentCookie,
  visitorIdOf,
} from "@marquee/contract";
import { expect, it } from "vitest";
import { leadVisitOf } from "./leadVisit.ts";

const START = Date.parse("2026-06-01T12:00:00Z");
const decision = { decidedAt: START, textVersion: CONSENT_TEXT_VERSION, receiptId: randomUUID() };
const agreed = `${CONSENT_COOKIE}=${formatConsentCookie({ ...decision, groups: [CONSENT_GROUPS.analytics] })}`;
const secret = randomUUID();
const visitor = `ajs_anonymous_id=${visitorIdOf(secret)}; marquee_session=${START}.${START + 5}`;
const visitOf = (cookies: string) =>
  leadVisitOf({ cookies, country: "NZ", userAgent: "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0" });

it("has the visitor, session, country and browser with consent", () => {
  expect(visitOf(`${agreed}; ${visitor}; marquee_visitor=${secret}`)).toEqual({
    visitorId: visitorIdOf(secret),
    sessionId: START,
    country: "NZ",
    browser: "Firefox",
    os: "Windows",
    device: "desktop",
  });
});

it("is null without consent, and has no visitor whose ID is not proven", () => {
  expect(visitOf(`${visitor}; marquee_visitor=${secret}`)).toBeNull();
  const stolen = { visitorId: "", sessionId: 0, country: "NZ" };
  expect(visitOf(`${agreed}; ${visitor}`)).toMatchObject(stolen);
  expect(visitOf(`${agreed}; ${visitor}; marquee_visitor=${randomUUID()}`)).toMatchObject(stolen);
  expect(visitOf(`${agreed}; ajs_anonymous_id=a; marquee_session=soon`)).toMatchObject(stolen);
});
