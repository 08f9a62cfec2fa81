import type { IncomingHttpHeaders } from "node:http";
import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  type ConsentGroup,
  formatConsentCookie,
  WINDOW_SIZE_COOKIE,
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

type Change = Partial<Omit<KnownVisitor, "headers">> & { headers?: IncomingHttpHeaders };

const visitor = ({ headers, ...change }: Change): KnownVisitor => ({
  headers: { cookie: AGREED, "user-agent": "Mozilla/5.0 (Macintosh)", ...headers },
  url: "https://trellis.example/de/pricing?plan=free",
  country: "DE",
  audience: "visitor",
  isMeasuredByRegion: false,
  keptParameters: new Set(),
  ...change,
});
const attributesWith = (headers: IncomingHttpHeaders) => readAttributes(visitor({ headers }));

it("returns the attributes of a consented visitor", () => {
  const referer = "https://search.example/";
  expect(attributesWith({ cookie: `${AGREED}; utm_source=news; ajs_user_id=a%20b`, referer })).toEqual({
    id: "0123-4567",
    user_id: "a b",
    country: "DE",
    locale: "de",
    device: "desktop",
    audience: "visitor",
    url: "https://trellis.example/de/pricing?plan=free",
    pathName: "/de/pricing",
    referrer: referer,
    utm_source: "news",
  });
  expect(readAttributes(visitor({ country: "" }))).not.toHaveProperty("country");
  expect(attributesWith({ "user-agent": "Mozilla/5.0 (iPhone) Mobile" })?.device).toBe("mobile");
});

it("removes email addresses and secrets from URLs, and the query of a foreign referrer", () => {
  const url = "https://trellis.example/u/jane@acme.com?token=abc&plan=free";
  const attributesOf = (referer: string) => readAttributes(visitor({ url, headers: { referer } }));
  expect(attributesOf("https://mail.example/x?q=1")).toMatchObject({
    url: "https://trellis.example/u/REDACTED?token=REDACTED&plan=free",
    pathName: "/u/REDACTED",
    referrer: "https://mail.example/x",
  });
  expect(attributesOf("https://trellis.example/?sid=1&x=2")?.referrer).toBe(
    "https://trellis.example/?sid=REDACTED&x=2",
  );
});

it.each<[string, string, IncomingHttpHeaders]>([
  ["the width in a client hint", "tablet", { "sec-ch-viewport-width": "800", "sec-ch-ua-mobile": "?1" }],
  ["the last page view", "desktop", { cookie: `${AGREED}; ${WINDOW_SIZE_COOKIE}=desktop` }],
  [
    "the last page view, before the kind of device",
    "tablet",
    { cookie: `${AGREED}; ${WINDOW_SIZE_COOKIE}=tablet`, "sec-ch-ua-mobile": "?1" },
  ],
  ["a phone's client hint", "phone", { "sec-ch-ua-mobile": "?1" }],
])("takes the window's size from %s", (_name, size, headers) => {
  expect(attributesWith(headers)).toMatchObject({
    isPhoneSize: size === "phone",
    isTabletSize: size === "tablet",
    isDesktopSize: size === "desktop",
  });
});

it.each<IncomingHttpHeaders>([
  {},
  { "sec-ch-ua-mobile": "?0" },
  { "sec-ch-viewport-width": "wide" },
  { cookie: `${AGREED}; ${WINDOW_SIZE_COOKIE}=huge` },
])("returns no window size for %j", (headers) => {
  const attributes = attributesWith(headers);
  for (const name of ["isPhoneSize", "isTabletSize", "isDesktopSize"])
    expect(attributes).not.toHaveProperty(name);
});

it.each([
  ["has not decided", ID],
  ["has refused", REFUSED],
  ["has no id", decided(necessary, analytics)],
  ["has an id that is none", `${AGREED}<script>`],
])("returns null for a visitor who %s", (_name, cookie) => {
  expect(attributesWith({ cookie })).toBeNull();
});

it("returns null for a visitor who sends nothing", () => {
  expect(readAttributes({ ...visitor({}), headers: {} })).toBeNull();
});

it("follows the region until the visitor decides, then their decision", () => {
  const isMeasuredByRegion = true;
  expect(readAttributes(visitor({ isMeasuredByRegion, headers: { cookie: ID } }))?.id).toBe("0123-4567");
  expect(readAttributes(visitor({ isMeasuredByRegion, headers: { cookie: REFUSED } }))).toBeNull();
});
