import { rm } from "node:fs/promises";
import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { openConsole, openUntilUsable, seedMonth } from "./console.ts";
import { clickAndPaint, untilPrefetched } from "./navigation.ts";
import { recordVisit } from "./replay/recordVisit.ts";
import { sendLongReplay } from "./replay/sendLongReplay.ts";
import { LATE, LENGTH, shownAt, stored, VISIT_SECONDS } from "./replayOpen.ts";
import { hydrated, launchBrowser, slowDown } from "./support/browser.ts";
import { observeLoad, readLoad } from "./support/loadTiming.ts";
import { OWNER_SETTINGS } from "./support/owner.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { median } from "./support/statistics.ts";
import {
  type Breakdown,
  breakDown,
  followTrace,
  type Period,
  WHOLE_TIMELINE,
  WORK,
} from "./support/trace.ts";

const PORT = 3190;
const ROUNDS = 5;
const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** Goes to moments that have targets. Returns the period before each, by its title. */
type Way = (page: Page, session: CDPSession) => Promise<Record<string, Period>>;
type Column = readonly [title: string, breakdown: Breakdown];

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
    const trace = (context: BrowserContextOptions, way: Way) => traceWay(browser, { context, way, rounds });
    const { state } = await openConsole(browser, own.url);
    const signedIn = { ...DESKTOP, storageState: state };
    const replay = await sendReplay(browser, own);
    return toTable([
      ...(await trace(PHONE, toHome(product.url))),
      ...(await trace(DESKTOP, toPricing(product.url))),
      ...(await trace(signedIn, toOverview(own.url))),
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

interface Traced {
  context: BrowserContextOptions;
  way: Way;
  rounds: number;
}

/** Medians over new browser contexts, a column for each moment on the way. */
async function traceWay(browser: Browser, { context: options, way, rounds }: Traced): Promise<Column[]> {
  const tracing = await browser.newBrowserCDPSession();
  const runs = new Map<string, Breakdown[]>();
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const stop = await followTrace(tracing, WHOLE_TIMELINE);
    const periods = await way(page, await context.newCDPSession(page));
    const events = await stop();
    for (const [title, period] of Object.entries(periods))
      runs.set(title, [...(runs.get(title) ?? []), breakDown(events, period)]);
    await context.close();
  }
  return [...runs].map(([title, all]) => [title, medians(all)]);
}

function medians(runs: readonly Breakdown[]): Breakdown {
  return Object.fromEntries(WORK.map((work) => [work, median(runs.map((run) => run[work]))])) as Breakdown;
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

function toOverview(url: string): Way {
  return async (page, session) => ({
    Overview: { from: 0, to: await openUntilUsable(page, session, `${url}/console`) },
  });
}

function toReplay(address: string): Way {
  return async (page) => {
    await page.goto(address, { waitUntil: "commit" });
    return { "Replay at minute 25": { from: 0, to: await shownAt(page) } };
  };
}

function toTable(columns: readonly Column[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const sumOf = (breakdown: Breakdown) => WORK.reduce((total, work) => total + breakdown[work], 0);
  return [
    row(["ms", ...columns.map(([title]) => title)]),
    row(["---", ...columns.map(() => "---:")]),
    ...WORK.map((work) => row([work, ...columns.map(([, breakdown]) => whole(breakdown[work]))])),
    row(["together", ...columns.map(([, breakdown]) => whole(sumOf(breakdown)))]),
  ].join("\n");
}
