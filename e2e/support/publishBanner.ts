import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_FLAGS, SITE_BANNER_FLAG, type SiteBannerConfig } from "@marquee/contract";
import { type APIRequestContext, expect } from "@playwright/test";

/** The only page that banner tests change; other tests run at the same time. */
export const BANNER_PAGE = "/lp/features/gantt-chart-view";

/** Publishes a banner as an editor would, by writing `flags.json`, and waits until the server serves it. @returns its text. */
export async function publishBanner(
  request: APIRequestContext,
  change: Partial<SiteBannerConfig> = {},
): Promise<string> {
  const file = join(process.env.E2E_CONTENT_DIR ?? "", "flags.json");
  const flags = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  // The text differs each time, so that its arrival can be seen.
  const text = `Move one bar (${Date.now()})`;
  const banner = { ...DEFAULT_FLAGS[SITE_BANNER_FLAG], ...EXAMPLE, text, ...change };
  writeFileSync(file, JSON.stringify({ ...flags, [SITE_BANNER_FLAG]: banner }));
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
