import { rm } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openConsole, seedMonth } from "./console.ts";
import { clickAndPaint, untilPrefetched } from "./navigation.ts";
import { recordVisit } from "./replay/recordVisit.ts";
import { sendLongReplay } from "./replay/sendLongReplay.ts";
import { LATE, LENGTH, shownAt, stored, VISIT_SECONDS } from "./replayOpen.ts";
import { hydrated, launchBrowser, slowDown } from "./support/browser.ts";
import { observeLoad, readLoad } from "./support/loadTiming.ts";
import { OWNER_SETTINGS } from "./support/owner.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { traceWay, type Way, workTable } from "./support/traceWay.ts";

const PORT = 3190;
const ROUNDS = 5;
const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

/**
 * The main threads' work until the moments that have targets, in milliseconds. Tracing takes time itself, so the sums exceed what the
 * other benchmarks measure.
 * @returns a Markdown table of medians, one column for each moment.
 */
export async function measureTraces(product: Product, rounds = ROUNDS): Promise<string> {
  const browser = await launchBrowser();
  const dataDir = await createDataDir();
  await seedMonth(dataDir);
  const own = await startProduct(PORT, dataDir, {
    ...OWNER_SETTINGS,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
  });
  try {
    const trace = (context: BrowserContextOptions, way: Way) => traceWay(browser, { context, way, rounds });
    const { state } = await openConsole(browser, own.url);
    const signedIn = { ...DESKTOP, storageState: state };
    const replay = await sendReplay(browser, own);
    return workTable([
      ...(await trace(PHONE, toHome(product.url))),
      ...(await trace(DESKTOP, toPricing(product.url))),
      ...(await trace(signedIn, toReplay(replay))),
    ]);
  } finally {
    await browser.close();
    await own.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @returns the address of a replay of 30 minutes at a late moment. */
async function sendReplay(browser: Browser, product: Product): Promise<string> {
  const events = await recordVisit(browser, product.url, VISIT_SECONDS);
  const { id } = await sendLongReplay({ url: product.url, events, length: LENGTH });
  await stored(browser, product, id);
  return `${product.url}/console/replays/${encodeURIComponent(id)}?t=${LATE / 1000}`;
}

function toHome(url: string): Way {
  return async (page) => {
    await openHome(page, url);
    const hydratedAt = await page.evaluate(() => performance.now());
    const { firstPaint, largestPaint } = await readLoad(page);
    return {
      "Home, to its first paint": { from: 0, to: firstPaint },
      "Home, to its largest paint": { from: 0, to: largestPaint },
      "Home, from first paint to hydrated": { from: firstPaint, to: hydratedAt },
    };
  };
}

async function openHome(page: Page, url: string): Promise<void> {
  await slowDown(page);
  await observeLoad(page);
  await page.goto(`${url}/`, { waitUntil: "load" });
  await hydrated(page);
}

function toPricing(url: string): Way {
  return async (page) => {
    await openHome(page, url);
    await untilPrefetched(page);
    return { "Home to /pricing": await clickAndPaint(page, "/pricing") };
  };
}

function toReplay(address: string): Way {
  return async (page) => {
    await page.goto(address, { waitUntil: "commit" });
    return { "Replay at minute 25": { from: 0, to: await shownAt(page) } };
  };
}
