import type { Browser, CDPSession, Page } from "playwright-core";
import { followScripts, followTasks, readHeap, readThreadTime } from "./replay/mainThread.ts";
import { openPage } from "./replay/recordedPage.ts";
import { RECORDERS, type Recorder } from "./replay/recorders.ts";
import { stroll } from "./replay/stroll.ts";
import { launchBrowser } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import type { Product } from "./support/product.ts";
import { median } from "./support/statistics.ts";

const RUNS = 3;
/** Number of strolls per visit, and of those before the first heap measurement. */
const STROLLS = 4;
const WARM = 1;
const SLOWDOWN = 4;

/** `STEP`: milliseconds between two checks of the main thread. `BUSY`: milliseconds it may work in between and still count as idle. */
const STEP = 1500;
const BUSY = 40;
const MOST_LOOKS = 5;

/** Cost of one visit: milliseconds of main-thread time, and bytes. */
interface Visit {
  start: number;
  longestAtStart: number;
  minute: number;
  longestInVisit: number;
  bytesAMinute: number;
  heapAMinute: number;
}

/** Cost of recording the home page with fourfold CPU slowdown: our recorder, plain rrweb and Amplitude's client, in turns. */
export async function measureReplay(product: Product): Promise<Figure[]> {
  const visits = new Map<Recorder, Visit[]>(RECORDERS.map((recorder) => [recorder, []]));
  const browser = await launchBrowser();
  try {
    for (let run = 0; run < RUNS; run += 1)
      for (const [recorder, done] of visits) done.push(await visit(browser, product.url, recorder));
  } finally {
    await browser.close();
  }
  const costs = [...visits].map(([{ name }, done]) => ({ name, cost: mediansOf(done) }));
  const [rival] = costs.slice(-1);
  return costs.flatMap(({ name, cost }) => describe(name, cost, name === "ours" ? rival?.cost : undefined));
}

async function visit(browser: Browser, url: string, recorder: Recorder): Promise<Visit> {
  const options = { isOurs: recorder.name === "ours", slowdown: SLOWDOWN };
  const { page, session, requests, answerSettings, close } = await openPage(browser, url, options);
  const { scripts } = recorder;
  const startOf = await followScripts(session, scripts);
  const endStart = await followTasks(session);
  answerSettings();
  await recorder.start(page);
  await quiet(session);
  const longestAtStart = await endStart();
  const start = await startOf();
  const workOf = await followScripts(session, scripts);
  const endVisit = await followTasks(session);
  const beganAt = performance.now();
  for (let count = 0; count < WARM; count += 1) await stroll(page);
  const warmAt = performance.now();
  const warm = await readHeap(session);
  for (let count = WARM; count < STROLLS; count += 1) await stroll(page);
  const endedAt = performance.now();
  const longestInVisit = await endVisit();
  const work = await workOf();
  const heap = await readHeap(session);
  await hide(page);
  const bytes = await recorder.readBytes(page, requests);
  await close();
  const minutes = (endedAt - beganAt) / 60_000;
  return {
    start,
    longestAtStart,
    minute: work / minutes,
    longestInVisit,
    bytesAMinute: bytes / minutes,
    heapAMinute: (heap - warm) / ((endedAt - warmAt) / 60_000),
  };
}

/** Resolves once the main thread is idle, so everything has started, or after {@link MOST_LOOKS} checks if animations keep it busy. */
async function quiet(session: CDPSession): Promise<void> {
  let last = 0;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const now = await readThreadTime(session);
    if (now - last < BUSY) return;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
}

/**
 * Makes the page send its buffered data as if the visitor left. The script is a string, because the build of this file
 * would add a helper that pages do not have.
 */
async function hide(page: Page): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new PageTransitionEvent("pagehide"));`);
  await page.waitForTimeout(STEP);
}

function mediansOf(visits: readonly Visit[]): Visit {
  const of = (field: keyof Visit) => median(visits.map((visit) => visit[field]));
  return {
    start: of("start"),
    longestAtStart: of("longestAtStart"),
    minute: of("minute"),
    longestInVisit: of("longestInVisit"),
    bytesAMinute: of("bytesAMinute"),
    heapAMinute: of("heapAMinute"),
  };
}

/** @param rival cost of the competitor, given for our recorder only. */
function describe(name: string, cost: Visit, rival: Visit | undefined): Figure[] {
  const figure = (what: string, value: number, unit: string, atMost?: number): Figure => ({
    what: `Replay, ${name}: ${what}`,
    value,
    unit,
    ...(rival && atMost !== undefined && { aim: { atMost } }),
  });
  const KB = 1024;
  return [
    figure("its scripts' time to start", cost.start, "ms", rival && rival.start / 2),
    figure("longest task of the page meanwhile", cost.longestAtStart, "ms", 50),
    figure("its scripts' time a minute", cost.minute, "ms", rival && rival.minute / 2),
    figure("longest task of the page in the visit", cost.longestInVisit, "ms"),
    figure("bytes a minute", cost.bytesAMinute / KB, "KB"),
    figure("growth of the page's heap a minute", cost.heapAMinute / KB, "KB"),
  ];
}
