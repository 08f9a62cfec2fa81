import { rm } from "node:fs/promises";
import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { openConsole, openUntilUsable, seedMonth } from "./console.ts";
import { clickAndPaint, untilPrefetched } from "./navigation.ts";
import { observeLoad, readLoad } from "./pageLoad.ts";
import { recordVisit } from "./replay/recordVisit.ts";
import { sendLongReplay } from "./replay/sendLongReplay.ts";
import { LATE, LENGTH, shownAt, stored, VISIT_SECONDS } from "./replayOpen.ts";
import { hydrated, launchBrowser, slowDown } from "./support/browser.ts";
import { OWNER_SETTINGS } from "./support/owner.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { median } from "./support/statistics.ts";
import { type Breakdown, breakDown, followTrace, type Period, WORK } from "./support/trace.ts";

const PORT = 3190;
const ROUNDS = 5;
const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** Goes to a moment that has a target. Returns the period to look at. */
type Way = (page: Page, session: CDPSession) => Promise<Period>;

interface Column {
  title: string;
  breakdown: Breakdown;
}

/**
 * What main threads do until the moments that have targets, in milliseconds. Tracing takes time itself, so the sums exceed what the other
 * benchmarks measure.
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
    const trace = async (title: string, options: BrowserContextOptions, way: Way): Promise<Column> => ({
      title,
      breakdown: await traceWay(browser, options, way, rounds),
    });
    const { state } = await openConsole(browser, own.url);
    const signedIn = { ...DESKTOP, storageState: state };
    const replay = await sendReplay(browser, own);
    return toTable([
      await trace("Home, to its first paint", PHONE, toFirstPaint(product.url)),
      await trace("Home, to its largest paint", PHONE, toLargestPaint(product.url)),
      await trace("Home, from first paint to hydrated", PHONE, toHydrated(product.url)),
      await trace("Home to /pricing", DESKTOP, toPricing(product.url)),
      await trace("Overview", signedIn, toOverview(own.url)),
      await trace("Replay at minute 25", signedIn, toReplay(replay)),
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

/** Medians over new browser contexts. */
async function traceWay(
  browser: Browser,
  options: BrowserContextOptions,
  way: Way,
  rounds: number,
): Promise<Breakdown> {
  const runs: Breakdown[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const stop = await followTrace(await browser.newBrowserCDPSession());
    const period = await way(page, session);
    runs.push(breakDown(await stop(), period));
    await context.close();
  }
  return Object.fromEntries(WORK.map((work) => [work, median(runs.map((run) => run[work]))])) as Breakdown;
}

function toFirstPaint(url: string): Way {
  return async (page) => {
    const { firstPaint } = await loadHome(page, url);
    return { from: 0, to: firstPaint };
  };
}

function toLargestPaint(url: string): Way {
  return async (page) => {
    const { largestPaint } = await loadHome(page, url);
    return { from: 0, to: largestPaint };
  };
}

function toHydrated(url: string): Way {
  return async (page) => {
    const { firstPaint } = await loadHome(page, url);
    const to = await page.evaluate(() => performance.now());
    return { from: firstPaint, to };
  };
}

async function loadHome(page: Page, url: string) {
  await slowDown(page);
  await observeLoad(page);
  await page.goto(`${url}/`, { waitUntil: "load" });
  await hydrated(page);
  return readLoad(page);
}

function toPricing(url: string): Way {
  return async (page) => {
    await loadHome(page, url);
    await untilPrefetched(page);
    return clickAndPaint(page, "/pricing");
  };
}

function toOverview(url: string): Way {
  return async (page, session) => ({ from: 0, to: await openUntilUsable(page, session, `${url}/console`) });
}

function toReplay(address: string): Way {
  return async (page) => {
    await page.goto(address, { waitUntil: "commit" });
    return { from: 0, to: await shownAt(page) };
  };
}

function toTable(columns: readonly Column[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const sumOf = ({ breakdown }: Column) => WORK.reduce((total, work) => total + breakdown[work], 0);
  return [
    row(["ms", ...columns.map(({ title }) => title)]),
    row(["---", ...columns.map(() => "---:")]),
    ...WORK.map((work) => row([work, ...columns.map(({ breakdown }) => whole(breakdown[work]))])),
    row(["together", ...columns.map((column) => whole(sumOf(column)))]),
  ].join("\n");
}
