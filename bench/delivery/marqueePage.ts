import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  formatConsentCookie,
  TRACK_REQUEST,
} from "@marquee/contract";
import type { BrowserContext, Page } from "playwright-core";
import type { MeasuredPage } from "./scenario.ts";

/** The product's own pages, for a visitor who has already consented. */
export async function openMarqueePages(context: BrowserContext, url: string): Promise<MeasuredPage> {
  const value = formatConsentCookie({
    groups: Object.values(CONSENT_GROUPS),
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
    receiptId: crypto.randomUUID(),
  });
  await context.addCookies([{ name: CONSENT_COOKIE, value, url }]);
  return {
    first: `${url}/pricing`,
    second: `${url}/brain`,
    ready: (page) => page.waitForFunction(isTracking, TRACK_REQUEST, { polling: 50 }).then(() => undefined),
    track: (page, names) =>
      page.evaluate(
        ({ names, request }) => {
          for (const event of names)
            document.dispatchEvent(new CustomEvent(request, { detail: { event, properties: {} } }));
        },
        { names, request: TRACK_REQUEST },
      ),
  };
}

/** Runs in the page. A tracked event is in storage before the call returns, so its presence shows that tracking works. */
function isTracking(request: string): boolean {
  document.dispatchEvent(new CustomEvent(request, { detail: { event: "ready", properties: {} } }));
  return Object.entries(localStorage).some(
    ([key, value]) => key.startsWith("marquee_queue:") && value.includes('"event":"ready"'),
  );
}

/** Resolves once no event is queued or being sent. */
export async function queueIsEmpty(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !Object.keys(localStorage).some((key) => /^marquee_(queue|flight):/.test(key)),
    null,
    { timeout: 60_000, polling: 200 },
  );
}
