import { CONSENT_COOKIE, CONSENT_GROUPS, CONSENT_TEXT_VERSION, formatConsentCookie } from "@marquee/contract";
import type { BrowserContext } from "@playwright/test";

/** Gives the visitor the consent of an earlier visit. */
export async function grantConsentBefore(
  context: BrowserContext,
  baseURL: string | undefined,
): Promise<void> {
  const value = formatConsentCookie({
    groups: Object.values(CONSENT_GROUPS),
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
    receiptId: crypto.randomUUID(),
  });
  await context.addCookies([{ name: CONSENT_COOKIE, value, url: baseURL ?? "" }]);
}
