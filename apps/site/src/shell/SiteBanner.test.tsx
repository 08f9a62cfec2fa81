import {
  type Assignment,
  DEFAULT_FLAGS,
  FLAG_ATTRIBUTE,
  MOBILE_BANNER,
  SITE_BANNER_FLAG,
  type SiteBannerConfig,
} from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, test } from "vitest";
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

interface BannerOptions {
  isBannerHidden?: boolean;
  tried?: Assignment;
  banner?: Partial<SiteBannerConfig>;
}

function render(path: string, { isBannerHidden = false, tried = TRIED, banner }: BannerOptions = {}): string {
  const flags = { ...DEFAULT_FLAGS, [SITE_BANNER_FLAG]: { ...DEFAULT_FLAGS[SITE_BANNER_FLAG], ...banner } };
  const site = testSite(path, { assignments: [tried], flags, settings: { isBannerHidden } });
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

describe("on an error page, whose path is empty", () => {
  const NEWS = { text: "News", link: { href: "/pricing", children: "Prices" } };
  const renderBanner = (paths: string[], excludedPaths: string[] = []) =>
    render("", { banner: { ...NEWS, paths, excludedPaths } });

  it("shows a banner for all paths, without the close button that needs a script", () => {
    expect(renderBanner(["*"])).toContain("News");
    expect(renderBanner(["*"], ["/"])).toContain("News");
    expect(renderBanner(["*"])).not.toContain("<button");
    expect(render("/", { banner: { ...NEWS, paths: ["*"] } })).toContain("<button");
  });

  it("hides banners of specific paths, and hides all for visitors who dismissed the banner", () => {
    for (const paths of [[], ["/"], ["/*"], ["/pricing"]]) expect(renderBanner(paths)).toBe("");
    expect(renderBanner(["*"], ["*"])).toBe("");
    expect(render("", { banner: { ...NEWS, paths: ["*"] }, isBannerHidden: true })).toBe("");
  });
});

describe("a malicious banner", () => {
  const MARKUP = `"'><img src=x onerror=alert(1)></style><script>alert(1)</script>`;
  const renderBanner = (text: string, icon = "", href = "/pricing") =>
    render("/", {
      banner: {
        paths: ["*"],
        text,
        badgeText: text,
        link: { href, children: text },
        iconStart: icon,
        iconEnd: icon,
      },
    });

  it("shows markup as text, everywhere", () => {
    const escaped =
      "&quot;&#x27;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;";
    expect(renderBanner(MARKUP)).toBe(renderBanner("News").replaceAll("News", escaped));
  });

  it.each([MARKUP, "__proto__", "constructor", "hidden fixed inset-0"])("has no icon named %s", (icon) => {
    expect(renderBanner("News", icon)).toBe(renderBanner("News"));
  });

  it.each([
    "javascript:alert(1)",
    " java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
  ])("has no link to %s", (href) => {
    expect(renderBanner("News", "", href)).not.toContain("News");
  });
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
