import { bannerFor, DEFAULT_FLAGS, SITE_BANNER_FLAG } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { matchBannerPath, pathMatchText } from "./PathTester.tsx";

const patterns = fc.array(fc.constantFrom("*", "/", "/lp/*", "/pricing", "/lp", "/pricing/", "/p*"));

it("makes the same decision as the site", () => {
  const path = fc.constantFrom("/", "/lp", "/lp/teams", "/pricing", "/pricing?x=1", "/brain");
  fc.assert(
    fc.property(patterns, patterns, path, (paths, excludedPaths, page) => {
      const link = { href: "/", children: "See" };
      const banner = { ...DEFAULT_FLAGS[SITE_BANNER_FLAG], text: "Text", link, paths, excludedPaths };
      expect(matchBannerPath(banner, page).isShown).toBe(bannerFor(banner, page) !== null);
    }),
  );
});

it("names the pattern that decided", () => {
  const config = { paths: ["/lp/*", "*"], excludedPaths: ["/pricing"] };
  const text = (path: string) => pathMatchText(matchBannerPath(config, path), path);
  expect(text("/lp/ai")).toBe("Shown on /lp/ai: it matches /lp/*.");
  expect(text("/pricing")).toBe("Not shown on /pricing: excluded by /pricing.");
  expect(pathMatchText(matchBannerPath({ paths: [], excludedPaths: [] }, "/"), "/")).toBe(
    "Not shown on /: no path matches.",
  );
});
