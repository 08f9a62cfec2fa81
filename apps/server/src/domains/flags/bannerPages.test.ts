import { isBannerPath, MOBILE_BANNER } from "@marquee/contract";
import { expect, it } from "vitest";
import { applyBannerDefaults, bannerPages } from "./bannerPages.ts";

const banner = (overrides: object) =>
  applyBannerDefaults({ text: "New", link: { href: "/brain", children: "See" }, ...overrides });

it("returns the paths of all variations", () => {
  const { pages } = bannerPages([
    applyBannerDefaults({}),
    banner({ paths: ["/pricing"] }),
    banner({ paths: ["/lp*"] }),
  ]);
  expect(pages).toEqual(["/pricing", "/lp*"]);
});

it("excludes only the paths that every visible variation excludes", () => {
  const one = banner({ paths: ["*"], excludedPaths: ["/lp*", "/pricing"] });
  const other = banner({ paths: ["*"], excludedPaths: ["/lp*"] });
  const { pages } = bannerPages([applyBannerDefaults({}), one, other]);
  expect(["/", "/pricing", "/lp/ai"].map((path) => isBannerPath(pages, path))).toEqual([true, true, false]);
});

it("returns no pages for a banner without text or a link", () => {
  const mute = [
    { text: " " },
    { link: { href: "", children: "See" } },
    { link: { href: "/", children: "" } },
  ];
  const { pages, sections } = bannerPages(
    mute.map((each) => banner({ paths: ["*"], showOnMobile: true, ...each })),
  );
  expect([pages, sections]).toEqual([[], []]);
});

it("shows on mobile if any variation does", () => {
  const [here, there] = [banner({ paths: ["*"], showOnMobile: true }), banner({ paths: ["*"] })];
  expect(bannerPages([here, there]).sections).toEqual([MOBILE_BANNER]);
  expect(bannerPages([there, there]).sections).toEqual([]);
});
