import { isBannerPath, MOBILE_BANNER } from "@marquee/contract";
import { expect, it } from "vitest";
import { applyBannerDefaults, bannerPages } from "./bannerPages.ts";

const banner = (given: object) =>
  applyBannerDefaults({ text: "New", link: { href: "/brain", children: "See" }, ...given });

it("names the paths of all variations together", () => {
  const { pages } = bannerPages([
    applyBannerDefaults({}),
    banner({ paths: ["/pricing"] }),
    banner({ paths: ["/lp*"] }),
  ]);
  expect(pages).toEqual(["/pricing", "/lp*"]);
});

it("leaves out what every variation that shows excludes, and nothing that only one does", () => {
  const one = banner({ paths: ["*"], excludedPaths: ["/lp*", "/pricing"] });
  const other = banner({ paths: ["*"], excludedPaths: ["/lp*"] });
  const { pages } = bannerPages([applyBannerDefaults({}), one, other]);
  expect(["/", "/pricing", "/lp/ai"].map((path) => isBannerPath(pages, path))).toEqual([true, true, false]);
});

it("has no place for a banner that says nothing, or leads nowhere", () => {
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

it("is on a phone where any variation is", () => {
  const [here, there] = [banner({ paths: ["*"], showOnMobile: true }), banner({ paths: ["*"] })];
  expect(bannerPages([here, there]).sections).toEqual([MOBILE_BANNER]);
  expect(bannerPages([there, there]).sections).toEqual([]);
});
