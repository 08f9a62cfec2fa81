import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bannerOf, DEFAULT_FLAGS, SITE_BANNER_FLAG, type SiteBannerConfig } from "@marquee/contract";
import { type APIRequestContext, expect } from "@playwright/test";

/** The only page that banner tests change; other tests run at the same time. */
export const BANNER_PAGE = "/lp/features/gantt-chart-view";

/** Publishes a banner by writing its files, and waits until the server serves it. @returns its text. */
export async function publishBanner(
  request: APIRequestContext,
  change: Partial<SiteBannerConfig> = {},
): Promise<string> {
  const dir = process.env.E2E_CONTENT_DIR ?? "";
  // The text differs each time, so that its arrival can be seen.
  const text = `Move one bar (${Date.now()})`;
  const banner = { ...DEFAULT_FLAGS[SITE_BANNER_FLAG], ...EXAMPLE, text, ...change };
  const { banner: settings, texts } = bannerOf(banner);
  writeFileSync(join(dir, "copy/en/banner.json"), JSON.stringify(texts));
  writeFileSync(join(dir, "banner.json"), JSON.stringify({ ...settings, isShown: true }));
  const published = JSON.stringify(banner.paths) + JSON.stringify(banner.text);
  await expect
    .poll(async () => {
      const html = await (await request.get(BANNER_PAGE)).text();
      const settings = /id="marquee-settings">([^<]+)</.exec(html)?.[1] ?? "{}";
      const served = (JSON.parse(settings) as { flags: typeof DEFAULT_FLAGS }).flags[SITE_BANNER_FLAG];
      return JSON.stringify(served.paths) + JSON.stringify(served.text);
    })
    .toBe(published);
  return banner.text;
}

const EXAMPLE: Partial<SiteBannerConfig> = {
  paths: [BANNER_PAGE],
  link: { href: "/brain", children: "See how it works" },
  badgeText: "New",
  iconStart: "sparkles",
  iconEnd: "arrow-right",
  showOnMobile: true,
};
