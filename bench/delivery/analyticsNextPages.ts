import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import type { MeasuredPage } from "./scenario.ts";

/** The published UMD bundle; its global is `AnalyticsNext`. */
const LIBRARY = readFileSync(new URL(import.meta.resolve("@segment/analytics-next/dist/umd/index.js")));
const DOCUMENT =
  '<!doctype html><title>Shop</title><script src="/analytics.js"></script><script src="/start.js"></script>';

interface Analytics {
  track(event: string): Promise<unknown>;
}

/** Delivery modes of the library: one by one by default, or in batches that outlive the page. */
export const DELIVERY_STRATEGIES = {
  standard: { strategy: "standard" },
  batching: { strategy: "batching", config: { size: 10, timeout: 1000, keepalive: true } },
} as const;
type DeliveryStrategy = (typeof DELIVERY_STRATEGIES)[keyof typeof DELIVERY_STRATEGIES];

interface PagesOptions {
  port: number;
  collector: string;
  deliveryStrategy: DeliveryStrategy;
}

/** Serves pages of another origin that measure with Segment's own library, configured as documented. */
export async function serveAnalyticsNextPages({
  port,
  collector,
  deliveryStrategy,
}: PagesOptions): Promise<MeasuredPage & { stop: () => void }> {
  const start = startScript(new URL(collector).host, deliveryStrategy);
  const server = createServer(({ url }, response) => {
    const [type, body] =
      url === "/analytics.js"
        ? ["text/javascript", LIBRARY]
        : url === "/start.js"
          ? ["text/javascript", start]
          : ["text/html", DOCUMENT];
    response.writeHead(200, { "content-type": type, "cache-control": "max-age=60" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${port}`;
  return {
    first: `${origin}/first`,
    second: `${origin}/second`,
    ready: (page: Page) =>
      page.waitForFunction(() => "isAnalyticsReady" in window, null, { polling: 50 }).then(() => undefined),
    track: (page: Page, names: string[]) =>
      page.evaluate((names) => {
        const { analytics } = window as unknown as { analytics: Analytics };
        for (const name of names) void analytics.track(name);
      }, names),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The page's own script. The collector accepts events under `/v1`; everything else is the library's default. */
function startScript(host: string, deliveryStrategy: DeliveryStrategy): string {
  const integrations = {
    "Segment.io": { apiKey: "local", apiHost: `${host}/v1`, protocol: "http", deliveryStrategy },
  };
  const settings = { writeKey: "local", cdnSettings: { integrations } };
  return `window.analytics = AnalyticsNext.AnalyticsBrowser.load(${JSON.stringify(settings)});
analytics.page();
analytics.ready(() => { window.isAnalyticsReady = true; });`;
}
