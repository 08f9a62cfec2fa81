import {
  type Assignment,
  DEFAULT_FLAGS,
  FLAG_ATTRIBUTE,
  MOBILE_BANNER,
  SITE_BANNER_FLAG,
} from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type Site, SiteContext } from "../site/siteContext.tsx";
import { SiteBanner } from "./SiteBanner.tsx";

const TRIED: Assignment = {
  ...{ flag: SITE_BANNER_FLAG, kind: "flag", pages: ["/lp*"], sections: [MOBILE_BANNER] },
  exposure: {
    ...{ experiment_id: "news", experiment_name: "News", experiment_phase: 1 },
    ...{ variation_id: "control", variation_name: "As it is" },
  },
};
const SETTINGS = {
  ...{ publicUrl: "https://trellis.example", writeKey: "key", cookieDomain: null, gtagId: null },
  ...{ bannerCookie: "cuPageBanner", redirectOrigins: [], clientKey: "sdk-test", redirects: [] },
  ...{ isPrivacyRestricted: true, isForEverybody: false, isPreview: false, isBannerHidden: false },
  ...{ consentDefault: "ask", consentProvider: { name: "own" }, audience: "visitor" },
  ...{ flags: DEFAULT_FLAGS, assignments: [TRIED] },
} as const;

function render(path: string, { isBannerHidden = false, tried = TRIED } = {}): string {
  const settings = { ...SETTINGS, isBannerHidden } as unknown as Site["settings"];
  const site: Site = { locale: "en", path, flags: DEFAULT_FLAGS, assignments: [tried], settings };
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
