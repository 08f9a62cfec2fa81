import { type Assignment, FLAG_ATTRIBUTE, MOBILE_BANNER, SITE_BANNER_FLAG } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, test } from "vitest";
import { SiteContext } from "../site/siteContext.tsx";
import { testSite } from "../site/testing/testSite.ts";
import { dismissalCookie, hasCookie, SiteBanner } from "./SiteBanner.tsx";

const TRIED: Assignment = {
  flag: SITE_BANNER_FLAG,
  kind: "flag",
  pages: ["/lp*"],
  sections: [MOBILE_BANNER],
  exposure: {
    experiment_id: "news",
    experiment_name: "News",
    experiment_phase: 1,
    variation_id: "control",
    variation_name: "As it is",
  },
};

function render(path: string, { isBannerHidden = false, tried = TRIED } = {}): string {
  const site = testSite(path, { assignments: [tried], settings: { isBannerHidden } });
  return renderToStaticMarkup(
    <SiteContext value={site}>
      <SiteBanner copy={{ region: "Announcement", close: "Close" }} />
    </SiteContext>,
  );
}

it("marks its place for who is shown nothing, where others are shown it and nowhere else", () => {
  expect(render("/lp/ai")).toContain(`${FLAG_ATTRIBUTE}="${SITE_BANNER_FLAG}"`);
  for (const path of ["/", "/pricing", ""]) expect(render(path)).toBe("");
});

it("has no place for who has closed the banner", () => {
  expect(render("/lp", { isBannerHidden: true })).toBe("");
});

it("has a place on a phone only where a variation shows there", () => {
  expect(render("/lp")).not.toContain("max-md:hidden");
  expect(render("/lp", { tried: { ...TRIED, sections: [] } })).toContain("max-md:hidden");
});

test("a cookie of a year, on the whole site", () => {
  expect(dismissalCookie({ name: "cuPageBanner", domain: null, isSecure: false })).toBe(
    "cuPageBanner=1; path=/; max-age=31536000; samesite=lax",
  );
});

test("on the parent domain where there is one, and on https only for https", () => {
  expect(dismissalCookie({ name: "closed", domain: "trellis.example", isSecure: true })).toBe(
    "closed=1; path=/; max-age=31536000; samesite=lax; domain=trellis.example; secure",
  );
});

test.each([
  ["", false],
  ["cuPageBanner=1", true],
  ["a=b; cuPageBanner=", true],
  ["xcuPageBanner=1", false],
  ["a=cuPageBanner=1", false],
])("in %j the banner's cookie is found: %s", (cookies, expected) => {
  expect(hasCookie(cookies, "cuPageBanner")).toBe(expected);
});
