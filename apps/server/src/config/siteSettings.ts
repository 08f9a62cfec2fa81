import type { PageVariant, SiteSettings } from "@marquee/contract";
import type { Config } from "./config.ts";
import { recordedRetention } from "./recordedRetention.ts";

/** Settings of the site that are the same for every visitor. */
export type FixedSettings = Omit<SiteSettings, keyof PageVariant>;

export function siteSettings(config: Config): FixedSettings {
  const { publicUrl, writeKey, clientKey, cookieDomain, bannerCookie, redirectOrigins } = config;
  const { consent, gtagId, retentionDays } = config;
  return {
    publicUrl,
    writeKey,
    clientKey,
    cookieDomain,
    bannerCookie,
    redirectOrigins,
    ...consent,
    gtagId,
    retentionDays,
    recordedDays: recordedRetention(config),
  };
}
