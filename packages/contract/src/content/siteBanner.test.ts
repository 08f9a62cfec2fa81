import fc from "fast-check";
import { expect, test } from "vitest";
import { bannerFor, NO_SITE_BANNER, type SiteBannerConfig } from "./siteBanner.ts";

const BANNER: SiteBannerConfig = {
  ...NO_SITE_BANNER,
  paths: ["*"],
  text: " Plans got simpler ",
  badgeText: " New ",
  link: { href: " /pricing ", children: " See prices " },
  iconStart: "sparkles",
  isDarkMode: true,
};

test("trims texts and omits where the banner shows", () => {
  expect(bannerFor(BANNER, "/")).toEqual({
    text: "Plans got simpler",
    badgeText: "New",
    href: "/pricing",
    label: "See prices",
    iconStart: "sparkles",
    iconEnd: "",
    showOnMobile: false,
    isDarkMode: true,
    isHighContrast: false,
    fullyClickableUrl: false,
  });
});

test("the default banner shows nowhere", () => {
  expect(bannerFor(NO_SITE_BANNER, "/")).toBeNull();
  expect(bannerFor({ ...NO_SITE_BANNER, paths: ["*"] }, "/")).toBeNull();
});

test.each([
  [[], [], "/", false],
  [["/pricing"], [], "/", false],
  [["/pricing", "/lp*"], [], "/lp/ai?x=1", true],
  [["*"], ["/pricing"], "/pricing?plan=free", false],
  [["*"], ["/pricing"], "/", true],
  [["/pricing"], ["/pricing"], "/pricing", false],
  [["/pricing"], ["*"], "/pricing", false],
  [["/lp*"], ["/lp/ai"], "/lp/ai", false],
])("with paths %j and excluded paths %j, at %s: %s", (paths, excludedPaths, path, isVisible) => {
  expect(bannerFor({ ...BANNER, paths, excludedPaths }, path) !== null).toBe(isVisible);
});

test.each(["", " ", "\n\t"])("requires text, link URL and link text: not %j", (blank) => {
  expect(bannerFor({ ...BANNER, text: blank }, "/")).toBeNull();
  expect(bannerFor({ ...BANNER, link: { ...BANNER.link, href: blank } }, "/")).toBeNull();
  expect(bannerFor({ ...BANNER, link: { ...BANNER.link, children: blank } }, "/")).toBeNull();
});

test.each([
  ["/pricing", true],
  ["#faq", true],
  ["https://elsewhere.org", true],
  ["HTTP://elsewhere.org", true],
  ["mailto:sales@trellis.example", true],
  ["tel:+4930123456", true],
  ["javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["data:text/html,x", false],
  ["vbscript:x", false],
  ["file:///etc/passwd", false],
  ["blob:https://trellis.example/1", false],
  ["//elsewhere.org", false],
  ["/\\elsewhere.org", false],
  ["pricing", false],
])("link URL %j: %s", (href, isVisible) => {
  expect(bannerFor({ ...BANNER, link: { href, children: "Go" } }, "/") !== null).toBe(isVisible);
});

test("an excluded path takes precedence over every path", () => {
  const pattern = fc.constantFrom("*", "/", "/lp*", "/lp/*", "/lp/ai", "/pricing");
  const path = fc.constantFrom("/", "/lp", "/lp/ai", "/pricing", "/brain");
  fc.assert(
    fc.property(fc.array(pattern), fc.array(pattern), path, (paths, excludedPaths, at) => {
      const withoutExclusion = bannerFor({ ...BANNER, paths }, at) !== null;
      const excluded = bannerFor({ ...BANNER, paths: excludedPaths }, at) !== null;
      const isVisible = bannerFor({ ...BANNER, paths, excludedPaths }, at) !== null;
      expect(isVisible).toBe(withoutExclusion && !excluded);
    }),
  );
});
