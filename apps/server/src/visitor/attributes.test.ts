import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  type ConsentGroup,
  formatConsentCookie,
} from "@marquee/contract";
import { expect, it } from "vitest";
import { type KnownVisitor, readAttributes } from "./attributes.ts";

const ID = "ajs_anonymous_id=0123-4567";
const decided = (...groups: ConsentGroup[]) => {
  const receiptId = "00000000-0000-4000-8000-000000000000";
  const decision = { groups, decidedAt: 0, textVersion: CONSENT_TEXT_VERSION, receiptId };
  return `${CONSENT_COOKIE}=${formatConsentCookie(decision)}`;
};
const { necessary, analytics } = CONSENT_GROUPS;
const AGREED = `${decided(necessary, analytics)}; ${ID}`;
const REFUSED = `${decided(necessary)}; ${ID}`;
const visitor = (change: Partial<KnownVisitor>): KnownVisitor => ({
  cookies: AGREED,
  userAgent: "Mozilla/5.0 (Macintosh)",
  path: "/de/pricing",
  country: "DE",
  audience: "visitor",
  isMeasuredByRegion: false,
  ...change,
});

it("returns the attributes of a consented visitor", () => {
  expect(readAttributes(visitor({ cookies: `${AGREED}; utm_source=news` }))).toEqual({
    id: "0123-4567",
    country: "DE",
    locale: "de",
    device: "desktop",
    audience: "visitor",
    utm_source: "news",
  });
  expect(readAttributes(visitor({ country: "" }))).not.toHaveProperty("country");
  expect(readAttributes(visitor({ userAgent: "Mozilla/5.0 (iPhone) Mobile" }))?.device).toBe("mobile");
});

it.each([
  ["has not decided", ID],
  ["has refused", REFUSED],
  ["has no id", decided(necessary, analytics)],
  ["has an id that is none", `${AGREED}<script>`],
  ["sends nothing", undefined],
])("returns null for a visitor who %s", (_name, cookies) => {
  expect(readAttributes(visitor({ cookies }))).toBeNull();
});

it("follows the region until the visitor decides, then their decision", () => {
  const measured = { isMeasuredByRegion: true };
  expect(readAttributes(visitor({ ...measured, cookies: ID }))?.id).toBe("0123-4567");
  expect(readAttributes(visitor({ ...measured, cookies: REFUSED }))).toBeNull();
});
