import { bannerFor, DEFAULT_FLAGS, SITE_BANNER_FLAG, type SiteBannerConfig } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { findProblems } from "./bannerProblems.ts";

const BANNER: SiteBannerConfig = {
  ...DEFAULT_FLAGS[SITE_BANNER_FLAG],
  text: "Move one bar",
  link: { href: "/brain", children: "See" },
  paths: ["*"],
};

it.each([
  ["text", { text: " " }],
  ["label", { link: { href: "/brain", children: " " } }],
  ["href", { link: { href: "javascript:alert(1)", children: "See" } }],
  ["href", { link: { href: "", children: "See" } }],
  ["paths", { paths: [] }],
  ["paths", { paths: ["/a", "pricing"] }],
  ["excludedPaths", { excludedPaths: ["lp/*"] }],
])("reports %s if that field keeps the banner from showing", (field, change) => {
  expect(Object.keys(findProblems({ ...BANNER, ...change }))).toEqual([field]);
});

it("agrees with the site on whether a banner shows on every page", () => {
  const text = fc.oneof(fc.constantFrom("", " ", "/x", "https://a.example", "javascript:x"), fc.string());
  fc.assert(
    fc.property(text, text, text, (words, href, children) => {
      const banner = { ...BANNER, text: words, link: { href, children } };
      expect(Object.keys(findProblems(banner)).length === 0).toBe(bannerFor(banner, "/any") !== null);
    }),
  );
});
