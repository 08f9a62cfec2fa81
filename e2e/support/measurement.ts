import type { SegmentEvent } from "@marquee/contract";
import type { BrowserContext, Page, Request } from "@playwright/test";

/** What a page has sent: events, consent receipts, and requests for the visitor's country. */
export interface Measurement {
  /** Every request with events, `POST /v1/b`. */
  requests: string[];
  events: SegmentEvent[];
  receipts: Record<string, unknown>[];
}

/** Starts to collect what a page sends. */
export function recordMeasurement(page: Page): Measurement {
  const seen: Measurement = { requests: [], events: [], receipts: [] };
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(v1\/|consent$|location$)/.test(pathname)) return;
    seen.requests.push(`${request.method()} ${pathname}`);
    // On a busy machine a response may come too late, and the page sends the event again.
    if (pathname === "/v1/b")
      for (const event of (request.postDataJSON() as { batch: SegmentEvent[] }).batch)
        if (!seen.events.some(({ messageId }) => messageId === event.messageId)) seen.events.push(event);
    if (pathname === "/consent") seen.receipts.push(request.postDataJSON() as Record<string, unknown>);
  });
  return seen;
}

/** Names of everything that the browser stores for this origin: cookies, storage, databases. */
export async function storedNames(page: Page, context: BrowserContext): Promise<string[]> {
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ""),
  );
  const cookies = (await context.cookies()).map(({ name }) => name);
  return [...cookies, ...stored, ...databases].sort();
}
