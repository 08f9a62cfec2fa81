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

it("marks the banner's place for visitors without it, only on pages where a variation shows it", () => {
  expect(render("/lp/ai")).toContain(`${FLAG_ATTRIBUTE}="${SITE_BANNER_FLAG}"`);
  for (const path of ["/", "/pricing", ""]) expect(render(path)).toBe("");
});

it("renders no place for visitors who dismissed the banner", () => {
  expect(render("/lp", { isBannerHidden: true })).toBe("");
});

it("marks the place on phones only if a variation shows the banner there", () => {
  expect(render("/lp")).not.toContain("max-md:hidden");
  expect(render("/lp", { tried: { ...TRIED, sections: [] } })).toContain("max-md:hidden");
});

test("sets the dismissal cookie for a year on the whole site", () => {
  expect(dismissalCookie({ name: "cuPageBanner", domain: null, isSecure: false })).toBe(
    "cuPageBanner=1; path=/; max-age=31536000; samesite=lax",
  );
});

test("sets the cookie on the parent domain if given, and as secure over https", () => {
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
])("finds the banner's cookie in %j: %s", (cookies, expected) => {
  expect(hasCookie(cookies, "cuPageBanner")).toBe(expected);
});
