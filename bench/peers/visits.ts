import { join } from "node:path";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { slowDown } from "../support/browser.ts";
import { type LoadTiming, observeLoad, readLoad } from "../support/loadTiming.ts";
import type { Way } from "../support/traceWay.ts";

export const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** Milliseconds without network activity after which a page counts as idle. */
const IDLE = 5000;
/** Pages that never become idle are read after this many milliseconds. */
const IDLE_DEADLINE = 30_000;
const CLICK_ATTEMPTS = 3;
/** Milliseconds after a click in which its next paint must come. */
const CLICK_SETTLES = 2500;
/**
 * Center of the menu button in CSS pixels: the header is the same everywhere, and querying the page would wait for it.
 */
const MENU_BUTTON = { x: 356, y: 32 };
/** Milliseconds between two checks of a measured page. */
const SELDOM = 500;
/** Milliseconds after the first paint in which scripts start. */
const STARTS = 3000;
const OPEN_MENU = "[data-mobile-menu][open]";

/** Bytes that the page received, including headers, until its load event and until it was idle. */
interface Traffic {
  bytesBeforeLoad: number;
  bytes: number;
  scriptBytesBeforeLoad: number;
  scriptBytes: number;
  requestsBeforeLoad: number;
  requests: number;
}

export type Load = LoadTiming & Traffic;

/** Loads a page on a phone and waits until it is idle. */
export function visitPage(browser: Browser, url: string): Promise<Load> {
  return inNewContext(browser, PHONE, async (page, session) => {
    await observeLoad(page);
    const traffic = watchTraffic(session);
    await page.goto(url, { waitUntil: "load" });
    await traffic.idle();
    return { ...(await readLoad(page)), ...traffic.read() };
  });
}

/** Goes to a page's first and largest paint, and past the time in which its scripts start. @param name of the site, for the titles. */
export function toPaints(url: string, name: string): Way {
  return async (page) => {
    await slowDown(page);
    await observeLoad(page);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(IDLE);
    const { firstPaint, largestPaint } = await readLoad(page);
    return {
      [`${name}, to its first paint`]: { from: 0, to: firstPaint },
      [`${name}, to its largest paint`]: { from: 0, to: largestPaint },
      [`${name}, ${STARTS / 1000} s after its first paint`]: { from: firstPaint, to: firstPaint + STARTS },
    };
  };
}

/**
 * Clicks the menu as soon as the page has painted first. Chromium drops input until its first frame is on the screen, and reports the paint
 * slightly earlier, so a click may never reach the page: the visit is then repeated.
 * @returns Interaction to next paint in milliseconds, which browsers round to 8.
 * @throws if the menu did not open in {@link CLICK_ATTEMPTS} visits.
 */
export async function clickMenuEarly(browser: Browser, url: string): Promise<number> {
  for (let attempt = 0; attempt < CLICK_ATTEMPTS; attempt += 1) {
    const interaction = await tryMenu(browser, url);
    if (interaction !== null) return interaction;
  }
  throw new Error(`The menu of ${url} did not open.`);
}

/** @returns null if the menu did not open. */
function tryMenu(browser: Browser, url: string): Promise<number | null> {
  return inNewContext(browser, PHONE, async (page, session) => {
    await observeLoad(page);
    await session.send("Page.enable");
    await session.send("Page.setLifecycleEventsEnabled", { enabled: true });
    const painted = new Promise<void>((resolve) => {
      session.on("Page.lifecycleEvent", ({ name }) => name === "firstContentfulPaint" && resolve());
    });
    const loaded = page.goto(url, { waitUntil: "load" });
    await painted;
    await press(session, MENU_BUTTON);
    await loaded;
    await page.waitForTimeout(CLICK_SETTLES);
    if ((await page.locator(OPEN_MENU).count()) === 0) return null;
    return (await readLoad(page)).interaction;
  });
}

async function press(session: CDPSession, place: { x: number; y: number }): Promise<void> {
  const button = { ...place, button: "left", clickCount: 1 } as const;
  await session.send("Input.dispatchMouseEvent", { ...button, type: "mousePressed" });
  await session.send("Input.dispatchMouseEvent", { ...button, type: "mouseReleased" });
}

/** Follows the link to another page once the first one is idle. @returns milliseconds from the click until the other page has painted. */
export function navigate(browser: Browser, from: string, path: string): Promise<number> {
  return inNewContext(browser, DESKTOP, async (page, session) => {
    await page.addInitScript({ path: join(import.meta.dirname, "observeNavigation.js") });
    const traffic = watchTraffic(session);
    await page.goto(from, { waitUntil: "load" });
    await traffic.idle();
    await page.evaluate((target) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>(`a[href="${target}"]`)];
      const link = links.find((anchor) => anchor.offsetParent !== null);
      if (!link) throw new Error(`No visible link to ${target}.`);
      link.click();
    }, path);
    const duration = await page.waitForFunction(
      () => (window as unknown as { benchNavigation?: number }).benchNavigation,
      null,
      // Polling by frames would affect the page.
      { polling: SELDOM },
    );
    return (await duration.jsonValue()) as number;
  });
}

async function inNewContext<Result>(
  browser: Browser,
  viewport: { width: number; height: number },
  visit: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context: BrowserContext = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    return await visit(page, await slowDown(page));
  } finally {
    await context.close();
  }
}

interface Transfer {
  startedAt: number;
  finishedAt: number;
  type: string;
  bytes: number;
}

/** Counts what a page requests. `data:` and `blob:` addresses are not requests. */
function watchTraffic(session: CDPSession) {
  const transfers = new Map<string, Transfer>();
  let loadedAt = Number.POSITIVE_INFINITY;
  let activeAt = performance.now();
  session.send("Page.enable").catch(() => undefined);
  session.on("Page.loadEventFired", ({ timestamp }) => {
    loadedAt = timestamp;
  });
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp, type }) => {
    activeAt = performance.now();
    if (!/^https?:/.test(request.url)) return;
    const finishedAt = Number.POSITIVE_INFINITY;
    transfers.set(requestId, { startedAt: timestamp, finishedAt, type: type ?? "Other", bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    activeAt = performance.now();
    const transfer = transfers.get(requestId);
    if (transfer) Object.assign(transfer, { bytes: encodedDataLength, finishedAt: timestamp });
  });
  const read = (): Traffic => {
    const all = [...transfers.values()];
    const scripts = all.filter(({ type }) => type === "Script");
    const isBeforeLoad = ({ finishedAt }: Transfer) => finishedAt <= loadedAt;
    const bytesOf = (some: Transfer[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      bytesBeforeLoad: bytesOf(all.filter(isBeforeLoad)),
      bytes: bytesOf(all),
      scriptBytesBeforeLoad: bytesOf(scripts.filter(isBeforeLoad)),
      scriptBytes: bytesOf(scripts),
      requestsBeforeLoad: all.filter(({ startedAt }) => startedAt <= loadedAt).length,
      requests: all.length,
    };
  };
  return {
    read,
    /** Resolves once nothing has been requested or received for {@link IDLE}. */
    async idle(): Promise<void> {
      const deadline = performance.now() + IDLE_DEADLINE;
      while (performance.now() < Math.min(activeAt + IDLE, deadline))
        await new Promise((resolve) => setTimeout(resolve, 100));
    },
  };
}
