import type { BrowserContext, Page } from "playwright-core";

/** A page that measures with the library under test. */
export interface MeasuredPage {
  /** URLs of two documents that measure. */
  first: string;
  second: string;
  /** Resolves once {@link track} works. Call it after each document has loaded. */
  ready(page: Page): Promise<void>;
  /** Tracks an event for each of `names`, without waiting for delivery. */
  track(page: Page, names: string[]): Promise<void>;
}

interface ScenarioOptions {
  context: BrowserContext;
  site: MeasuredPage;
  /** Stop and start the collector, on the same data. */
  stopServer: () => Promise<void>;
  startServer: () => Promise<void>;
}

export const EVENT_PREFIX = "delivery ";
export const EVENT_COUNT = 200;

/**
 * Tracks one visitor's 200 events across reloads, tab switches, an offline period, the back/forward cache, two tabs and
 * a server outage. Documents end right after tracking.
 * @returns how many documents (0 or 1) were restored from the back/forward cache.
 */
export async function runDeliveryScenario({
  context,
  site,
  stopServer,
  startServer,
}: ScenarioOptions): Promise<{ restored: number }> {
  let tracked = 0;
  const track = (page: Page, count: number) => {
    const names = Array.from({ length: count }, (_, index) => `${EVENT_PREFIX}${tracked + index}`);
    tracked += count;
    return site.track(page, names);
  };
  const open = async (page: Page, url = site.first) => {
    await page.goto(url);
    await site.ready(page);
  };
  const reload = async (page: Page) => {
    await page.reload();
    await site.ready(page);
  };

  const [first, second] = [await context.newPage(), await context.newPage()];
  await open(first);
  await open(second);

  for (const page of [first, second, first]) {
    await track(page, 15);
    await reload(page);
  }
  for (const page of [first, second, first]) {
    await track(page, 10);
    await switchAway(page);
    await track(page, 5);
    await switchBack(page);
  }
  await context.setOffline(true);
  await track(first, 20);
  await switchAway(first);
  await switchBack(first);
  await track(second, 10);
  await context.setOffline(false);

  const restored = await goAndComeBack(first, site, () => track(first, 10));
  await track(first, 10);

  await stopServer();
  await track(first, 15);
  await switchAway(first);
  await track(second, 10);
  await second.close();
  await startServer();
  await switchBack(first);
  await track(first, 10);
  await reload(first);
  await track(first, EVENT_COUNT - tracked);
  return { restored };
}

/** Maximum attempts: on a busy machine, the browser discards a document that takes too long to enter the back/forward cache. */
const TRIPS = 4;

async function goAndComeBack(page: Page, site: MeasuredPage, track: () => Promise<void>): Promise<number> {
  for (let trip = 0; trip < TRIPS; trip += 1) {
    await page.evaluate(() => {
      addEventListener("pageshow", ({ persisted }) => Object.assign(window, { wasRestored: persisted }));
    });
    if (trip === 0) await track();
    await page.goto(site.second);
    await site.ready(page);
    // A restored document does not load again.
    await page.goBack({ waitUntil: "commit" });
    await site.ready(page);
    if (await page.evaluate(() => "wasRestored" in window && window.wasRestored === true)) return 1;
  }
  return 0;
}

/** Simulates a hidden tab, because headless browsers show every tab. */
async function switchAway(page: Page): Promise<void> {
  await setVisibility(page, "hidden");
}

async function switchBack(page: Page): Promise<void> {
  await setVisibility(page, "visible");
}

function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}
