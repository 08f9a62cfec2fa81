import type { SegmentEvent } from "@marquee/contract";
import type { BrowserContext, Page, Request } from "@playwright/test";

/** What a page has sent: events, receipts of decisions, questions for the country. */
export interface Measurement {
  /** Every such request, `POST /v1/b`. */
  requests: string[];
  events: SegmentEvent[];
  receipts: Record<string, unknown>[];
}

/** Follows a page from now on. */
export function recordMeasurement(page: Page): Measurement {
  const seen: Measurement = { requests: [], events: [], receipts: [] };
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(v1\/|consent$|location$)/.test(pathname)) return;
    seen.requests.push(`${request.method()} ${pathname}`);
    // On a busy machine an answer may come too late; what is sent again then is the same event.
    if (pathname === "/v1/b")
      for (const event of (request.postDataJSON() as { batch: SegmentEvent[] }).batch)
        if (!seen.events.some(({ messageId }) => messageId === event.messageId)) seen.events.push(event);
    if (pathname === "/consent") seen.receipts.push(request.postDataJSON() as Record<string, unknown>);
  });
  return seen;
}

/** Names of everything that the browser keeps for this origin: cookies, storage, databases. */
export async function storedNames(page: Page, context: BrowserContext): Promise<string[]> {
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ""),
  );
  const cookies = (await context.cookies()).map(({ name }) => name);
  return [...cookies, ...stored, ...databases].sort();
}
