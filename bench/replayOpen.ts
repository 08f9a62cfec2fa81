import { rm } from "node:fs/promises";
import { ONE_MINUTE, SEGMENT_DURATION } from "@marquee/contract";
import type { ReplayResponse } from "@marquee/contract/schema";
import type { Browser, Frame, Page } from "playwright-core";
import { recordVisit } from "./replay/recordVisit.ts";
import { sendLongReplay } from "./replay/sendLongReplay.ts";
import { launchBrowser } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import { OWNER_SETTINGS, signIn } from "./support/owner.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { median } from "./support/statistics.ts";

const PORT = 3194;
const RUNS = 5;
export const LENGTH = 30 * ONE_MINUTE;
export const VISIT_SECONDS = 25;
/** Moment in the replay that a link opens, in milliseconds. */
export const LATE = 25 * ONE_MINUTE;

/** Time until a 30-minute replay shows its page: opened by its URL, and at a late moment. */
export async function measureReplayOpen(): Promise<Figure[]> {
  const dataDir = await createDataDir();
  const product = await startProduct(PORT, dataDir, {
    ...OWNER_SETTINGS,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
  });
  const browser = await launchBrowser();
  try {
    const events = await recordVisit(browser, product.url, VISIT_SECONDS);
    const { id, bytes } = await sendLongReplay({ url: product.url, events, length: LENGTH });
    await stored(browser, product, id);
    const path = `${product.url}/console/replays/${encodeURIComponent(id)}`;
    const aim = { atMost: 1000 };
    return [
      { what: "Bytes of 30 minutes, compressed", value: bytes / 1024, unit: "KB" },
      {
        what: "Opening it by its address, to the page shown",
        value: await timeOf(browser, product, path),
        unit: "ms",
        aim,
      },
      {
        what: "Opening it at its 25th minute",
        value: await timeOf(browser, product, `${path}?t=${LATE / 1000}`),
        unit: "ms",
        aim,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Median time over new browser contexts, from the start of the navigation, including loading the console's code. */
async function timeOf(browser: Browser, product: Product, address: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, product.url);
    await page.goto(address, { waitUntil: "commit" });
    times.push(await shownAt(page));
    await context.close();
  }
  return median(times);
}

/** Waits until every segment has moved from the spool to the event store. */
export async function stored(browser: Browser, product: Product, id: string): Promise<void> {
  const page = await browser.newPage();
  await signIn(page, product.url);
  for (let count = 0; count * SEGMENT_DURATION < LENGTH; ) {
    await page.waitForTimeout(500);
    const answer = await page.request.get(`${product.url}/console/api/replays/${encodeURIComponent(id)}`);
    if (answer.ok()) count = ((await answer.json()) as ReplayResponse).segments.length;
  }
  await page.close();
}

/** Time from the navigation until the recorded page in the player's frame has content, in milliseconds. */
export async function shownAt(page: Page): Promise<number> {
  const player = await findPlayer(page);
  // Frames are not painted before they are shown, so their animation frames can't be waited for.
  const shown = await player.waitForFunction(
    () => {
      const replayed = document.querySelector("iframe")?.contentDocument;
      return replayed?.querySelector("main h1") ? performance.timeOrigin + performance.now() : 0;
    },
    null,
    { polling: 10 },
  );
  return (await shown.jsonValue()) - (await page.evaluate(() => performance.timeOrigin));
}

/** The player's frame, which has its own origin. */
async function findPlayer(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().endsWith("/console/player.html"));
  for (let player = find(); ; player = find()) {
    if (player) return player;
    await page.waitForEvent("framenavigated", { predicate: () => find() !== undefined });
  }
}
