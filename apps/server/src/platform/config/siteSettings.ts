import type { PageVariant, SiteSettings } from "@marquee/contract";
import type { Config } from "./config.ts";
import { recordedRetention } from "./recordedRetention.ts";

/** Settings of the site that are the same for every visitor, and do not change while the server runs. */
export type FixedSettings = Omit<
  SiteSettings,
  keyof PageVariant | "consentProvider" | "loginUrl" | "tools" | "recipients"
>;

export function siteSettings(config: Config): FixedSettings {
  const { publicUrl, writeKey, clientKey, cookieDomain, bannerCookie, redirectOrigins, demoUrl } = config;
  const { consent, retentionDays, recordRetention } = config;
  return {
    publicUrl,
    writeKey,
    clientKey,
    cookieDomain,
    bannerCookie,
    redirectOrigins,
    demoUrl,
    consentDefault: consent.consentDefault,
    retentionDays,
    recordedDays: recordedRetention(config),
    leadDays: recordRetention.leads,
    receiptDays: recordRetention.receipts,
  };
}
