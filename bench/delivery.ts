import { rm } from "node:fs/promises";
import { REPLAY_PATH, RUM_PATH } from "@marquee/contract";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { DELIVERY_STRATEGIES, serveAnalyticsNextPages } from "./delivery/analyticsNextPages.ts";
import { openMarqueePages } from "./delivery/marqueePage.ts";
import { EVENT_COUNT, EVENT_PREFIX, type MeasuredPage, runDeliveryScenario } from "./delivery/scenario.ts";
import { LAUNCH_OPTIONS } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { readStoredEvents } from "./support/storedEvents.ts";

const PORT = 3196;
const PAGES_PORT = 3197;
/** Milliseconds to wait at the end: longer than either library waits before it retries events left behind by a document. */
const PATIENCE = 45_000;

interface Library {
  name: string;
  aim?: Figure["aim"];
  open(context: BrowserContext, collector: string): Promise<MeasuredPage & { stop?: () => void }>;
}

const LIBRARIES: readonly Library[] = [
  { name: "ours", aim: { atLeast: EVENT_COUNT }, open: openMarqueePages },
  { name: "analytics-next", open: openAnalyticsNext("standard") },
  { name: "analytics-next in batches", open: openAnalyticsNext("batching") },
];

function openAnalyticsNext(strategy: keyof typeof DELIVERY_STRATEGIES): Library["open"] {
  const deliveryStrategy = DELIVERY_STRATEGIES[strategy];
  return (_context, collector) => serveAnalyticsNextPages({ port: PAGES_PORT, collector, deliveryStrategy });
}

/** Delivery of one visitor's 200 events across reloads, tabs, an offline period and a server outage, with each library. */
export async function measureDelivery(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const library of LIBRARIES) figures.push(...(await measureLibrary(library)));
  return figures;
}

async function measureLibrary({ name, aim, open }: Library): Promise<Figure[]> {
  const dataDir = await createDataDir();
  const settings = { ALLOWED_ORIGINS: `http://127.0.0.1:${PAGES_PORT}` };
  const start = () => startProduct(PORT, dataDir, settings);
  let server: Product = await start();
  const browser = await chromium.launch({
    ...LAUNCH_OPTIONS,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const context = await browser.newContext();
    const sent = countRequests(context, server.url);
    const site = await open(context, server.url);
    await runDeliveryScenario({
      context,
      site,
      stopServer: () => server.stop(),
      startServer: async () => {
        server = await start();
      },
    });
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    site.stop?.();
    await browser.close();
    await server.stop();
    const stored = readStoredEvents(dataDir, EVENT_PREFIX);
    const twice = stored.filter(({ copies }) => copies > 1);
    return [
      {
        what: `Delivery, ${name}: stored of ${EVENT_COUNT}`,
        value: stored.length,
        unit: "events",
        ...(aim && { aim }),
      },
      { what: `Delivery, ${name}: stored twice`, value: twice.length, unit: "events", aim: { atMost: 0 } },
      { what: `Delivery, ${name}: made`, value: sent.requests, unit: "requests" },
      { what: `Delivery, ${name}: sent`, value: sent.bytes / 1024, unit: "KB" },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Paths of the collector that carry other data than events, because sampled sessions are also recorded. */
const OTHER_PATHS = [REPLAY_PATH, RUM_PATH];

/** Counts requests to the collector that carry events, including failed ones. */
function countRequests(context: BrowserContext, collector: string): { requests: number; bytes: number } {
  const sent = { requests: 0, bytes: 0 };
  const watch = (page: Page) =>
    page.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      if (request.method() !== "POST" || origin !== collector || !pathname.startsWith("/v1/")) return;
      if (OTHER_PATHS.some((path) => pathname.startsWith(path))) return;
      sent.requests += 1;
      sent.bytes += request.postDataBuffer()?.byteLength ?? 0;
    });
  context.on("page", watch);
  return sent;
}
