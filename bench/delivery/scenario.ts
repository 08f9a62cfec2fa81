import type { BrowserContext, Page } from "playwright-core";

/** A page that measures with the library under test. */
export interface MeasuredPage {
  /** Addresses of two documents that measure. */
  first: string;
  second: string;
  /** Resolves once {@link track} works; to be called after each document has loaded. */
  ready(page: Page): Promise<void>;
  /** Tracks each of `names`, without waiting for anything. */
  track(page: Page, names: string[]): Promise<void>;
}

interface ScenarioOptions {
  context: BrowserContext;
  site: MeasuredPage;
  /** The collector, which the scenario has stopped and started on the same data. */
  stopServer: () => Promise<void>;
  startServer: () => Promise<void>;
}

export const EVENT_PREFIX = "delivery ";
export const EVENT_COUNT = 200;

/**
 * One visitor's 200 events over reloads, tab switches, an offline spell, the back/forward cache, two tabs and an outage of the
 * server. Documents end right after they have tracked.
 * @returns how many documents came back from the back/forward cache, of one.
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

/** A document that takes too long to rest, on a busy machine, is given up by the browser: such trips are made again. */
const TRIPS = 4;

async function goAndComeBack(page: Page, site: MeasuredPage, track: () => Promise<void>): Promise<number> {
  for (let trip = 0; trip < TRIPS; trip += 1) {
    await page.evaluate(() => {
      addEventListener("pageshow", ({ persisted }) => Object.assign(window, { wasRestored: persisted }));
    });
    if (trip === 0) await track();
    await page.goto(site.second);
    await site.ready(page);
    // A document that comes back does not load again.
    await page.goBack({ waitUntil: "commit" });
    await site.ready(page);
    if (await page.evaluate(() => "wasRestored" in window && window.wasRestored === true)) return 1;
  }
  return 0;
}

/** Headless browsers show every tab; the page is told what it would be told. */
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
