import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVisitorReader } from "./visitor.ts";

const customers = { groupIds: ["1001"], domains: ["acme.example"] };
const read = createVisitorReader({ bannerCookie: "cuPageBanner", customers });
const userCookie = (email: unknown) => `user_id=${encodeURIComponent(JSON.stringify({ email }))}`;

describe("createVisitorReader", () => {
  it.each([
    [undefined, false],
    ["cuPageBanner=1", true],
    ["a=b; cuPageBanner=", true],
    ["other=cuPageBanner=1", false],
    ["xcuPageBanner=1", false],
  ])("with cookies %j hides the banner: %s", (cookies, isBannerHidden) => {
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
  ])("with cookies %j sees a %s", (cookies, audience) => {
    expect(read(cookies).audience).toBe(audience);
  });

  it("takes whatever a client sends", () => {
    fc.assert(fc.property(fc.string(), (cookies) => read(cookies).audience === "visitor"));
  });
});
