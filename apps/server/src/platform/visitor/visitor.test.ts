import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVisitorReader } from "./visitor.ts";

const customers = { groupIds: ["1001"], domains: ["acme.example"] };
const countries = {
  codeOf: (address: string) => ({ "8.8.8.8": "US", "192.0.2.1": "DE", "81.2.69.142": "GB" })[address] ?? "",
};
const readRequest = createVisitorReader({ bannerCookie: "cuPageBanner", customers, countries });
const read = (cookie: string | undefined) => readRequest({ headers: { cookie }, ip: "8.8.8.8" });
const userCookie = (email: unknown) => `user_id=${encodeURIComponent(JSON.stringify({ email }))}`;

describe("createVisitorReader", () => {
  it.each([
    [undefined, false],
    ["cuPageBanner=1", true],
    ["a=b; cuPageBanner=", true],
    ["other=cuPageBanner=1", false],
    ["xcuPageBanner=1", false],
  ])("with cookies %j, reads isBannerHidden as %s", (cookies, isBannerHidden) => {
    expect(read(cookies).isBannerHidden).toBe(isBannerHidden);
  });

  it.each([
    ["ajs_group_id=1001", "customer"],
    ["ajs_group_id=1002", "visitor"],
    [userCookie("ann@acme.example"), "customer"],
    [userCookie("ann@eu.acme.example"), "customer"],
    [userCookie("ann@notacme.example"), "visitor"],
    [userCookie(7), "visitor"],
    ["user_id=ann@acme.example", "visitor"],
    ["user_id=%E0%A4%A", "visitor"],
  ])("with cookies %j, reads the audience as %s", (cookies, audience) => {
    expect(read(cookies).audience).toBe(audience);
  });

  it.each([
    ["8.8.8.8", undefined, false],
    ["8.8.8.8", "0", false],
    ["8.8.8.8", "1", true],
    ["192.0.2.1", undefined, true],
    ["81.2.69.142", undefined, true],
    ["127.0.0.1", undefined, true],
  ])("at %s with Sec-GPC %j, reads isPrivacyRestricted as %s", (ip, gpc, isPrivacyRestricted) => {
    expect(readRequest({ headers: { "sec-gpc": gpc }, ip })).toMatchObject({ isPrivacyRestricted });
  });

  it("accepts any Cookie header", () => {
    fc.assert(fc.property(fc.string(), (cookies) => read(cookies).audience === "visitor"));
  });
});
