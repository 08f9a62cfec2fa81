import { ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Browser, Page } from "playwright-core";
import { type Kept, readKept } from "./replay/heap.ts";
import { openPage } from "./replay/recordedPage.ts";
import { stroll } from "./replay/stroll.ts";
import { launchBrowser } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import type { Product } from "./support/product.ts";

const STROLL_EVERY = 10 * ONE_SECOND;
const LOOK_EVERY = 5 * ONE_MINUTE;
const MB = 1024 * 1024;

/** Memory of the home page after five minutes and after an hour of use, recorded and not recorded, in two browsers at the same time. */
export async function measureReplayHour(product: Product): Promise<Figure[]> {
  const [recorded = [], bare = []] = await Promise.all([true, false].map((is) => visit(product.url, is)));
  return [...describe("recorded", recorded), ...describe("not recorded", bare)];
}

/** @returns the memory at each measurement, every {@link LOOK_EVERY}. */
async function visit(url: string, isRecorded: boolean): Promise<Kept[]> {
  const browser = await launchBrowser();
  try {
    return await spendAnHour(browser, url, isRecorded);
  } finally {
    await browser.close();
  }
}

async function spendAnHour(browser: Browser, url: string, isRecorded: boolean): Promise<Kept[]> {
  const options = { isOurs: isRecorded, slowdown: 1 };
  const { page, session, answerSettings } = await openPage(browser, url, options);
  const startedAt = performance.now();
  answerSettings();
  const looks: Kept[] = [];
  for (let count = 1; count <= ONE_HOUR / STROLL_EVERY; count += 1) {
    await stroll(page);
    await enter(page, String(count % 100));
    await page.waitForTimeout(Math.max(0, startedAt + count * STROLL_EVERY - performance.now()));
    if ((count * STROLL_EVERY) % LOOK_EVERY > 0) continue;
    looks.push(await readKept(session));
    console.log(isRecorded ? "recorded" : "not recorded", JSON.stringify(looks.at(-1)));
  }
  return looks;
}

/** Types into one of the page's fields, which updates the page. */
async function enter(page: Page, text: string): Promise<void> {
  const field = page.locator("main input[type=number]").first();
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text, { delay: 100 });
}

function describe(visit: string, looks: readonly Kept[]): Figure[] {
  const [first, last] = [looks.at(0), looks.at(-1)];
  if (!first || !last) return [];
  const figure = (what: string, value: number, unit: string): Figure => {
    return { what: `An hour, ${visit}: ${what}`, value, unit };
  };
  return [
    figure("heap after 5 minutes", first.heap / MB, "MB"),
    figure("heap after 60 minutes", last.heap / MB, "MB"),
    figure("growth of the heap in between", (last.heap - first.heap) / 1024, "KB"),
    figure("growth of nodes", last.nodes - first.nodes, ""),
    figure("growth of documents", last.documents - first.documents, ""),
    figure("growth of listeners", last.listeners - first.listeners, ""),
  ];
}
