import { CONSENT_COOKIE, CONSENT_GROUPS, CONSENT_TEXT_VERSION, formatConsentCookie } from "@marquee/contract";
import type { Page } from "@playwright/test";

/** Gives the visitor an earlier refusal, so that no dialog covers the page. Call it before opening the page. */
export async function denyConsent(page: Page, baseURL: string | undefined): Promise<void> {
  const value = formatConsentCookie({
    groups: [CONSENT_GROUPS.necessary],
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
    receiptId: crypto.randomUUID(),
  });
  if (baseURL) await page.context().addCookies([{ name: CONSENT_COOKIE, value, url: baseURL }]);
}
