import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { currentBuild } from "../scripts/lib/builds.mjs";
import { launchBrowser } from "./support/browser.ts";
import { type Figure, toMarkdown } from "./support/figure.ts";
import { OWNER_SETTINGS, signIn } from "./support/owner.ts";
import { createDataDir, startProduct } from "./support/product.ts";
import { median } from "./support/statistics.ts";
import { type Column, traceWay, type Way, workTable } from "./support/traceWay.ts";

const PORT = 3191;
const ROUNDS = 3;
/** Screens whose work is traced: the slowest. */
const TRACED = 5;
/** A screen counts as complete after this many milliseconds without changes. */
const QUIET = 700;

const DESKTOP = { viewport: { width: 1440, height: 900 } };

interface Screen {
  name: string;
  url: string;
}

/**
 * Time until each screen of the console is usable with a month of demo data, opened by its URL in a browser with an empty cache, slowed 4x: its
 * heading is visible and nothing in the window is loading. Medians of three rounds.
 * @returns two Markdown tables: the times, and the main thread's work until the slowest screens are usable.
 */
export async function measureConsole(): Promise<string> {
  const dataDir = await createDataDir();
  await seedMonth(dataDir);
  const product = await startProduct(PORT, dataDir, {
    ...OWNER_SETTINGS,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
  });
  const browser = await launchBrowser();
  try {
    const { state, screens } = await openConsole(browser, product.url);
    const context = { ...DESKTOP, storageState: state };
    const times = new Map<Screen, number[]>(screens.map((screen) => [screen, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [{ url }, all] of times) all.push(await timeUntilUsable(browser, context, url));
    const medians = [...times].map(([screen, all]) => ({ screen, time: median(all) }));
    const slowest = [...medians].sort((one, other) => other.time - one.time).slice(0, TRACED);
    const work: Column[] = [];
    for (const { screen } of slowest)
      work.push(...(await traceWay(browser, { context, way: toScreen(screen), rounds: ROUNDS })));
    return `${toMarkdown(medians.map(describe))}\n\n${workTable(work)}`;
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const describe = ({ screen: { name }, time }: { screen: Screen; time: number }): Figure => ({
  what: name,
  value: time,
  unit: "ms",
  aim: { atMost: 1500 },
});

function toScreen({ name, url }: Screen): Way {
  return async (page, session) => ({ [name]: { from: 0, to: await openUntilUsable(page, session, url) } });
}

/** Fills the stores in `dataDir` with a month of demo data. */
export async function seedMonth(dataDir: string): Promise<void> {
  const script = join(currentBuild(), "server/seedDemo.js");
  await promisify(execFile)(process.execPath, [script, "--days", "30"], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

/** Signs in. @returns the session, and each screen that the navigation lists. */
export async function openConsole(browser: Browser, url: string) {
  // Phones list all screens at once.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page, url);
  await page.goto(`${url}/console`);
  await page.getByRole("button", { name: "Menu" }).click();
  const links = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
  await links.first().waitFor();
  const screens = await links.evaluateAll((all) =>
    all.map((link) => ({
      // Without the number next to it.
      name: (link.textContent ?? "").replace(/\d+ unread$/, ""),
      url: (link as HTMLAnchorElement).href,
    })),
  );
  const state = await context.storageState();
  await context.close();
  return { state, screens };
}

async function timeUntilUsable(
  browser: Browser,
  options: BrowserContextOptions,
  url: string,
): Promise<number> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    return await openUntilUsable(page, session, url);
  } finally {
    await context.close();
  }
}

/** Opens a screen with a processor slowed 4x. @returns milliseconds until it is usable. */
async function openUntilUsable(page: Page, session: CDPSession, url: string): Promise<number> {
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    const seen = { usableAt: 0, changedAt: 0 };
    Object.assign(window, { benchSeen: seen });
    // A method, because a named function would need a compiler helper that is missing in the page.
    const view = {
      isAsked: false,
      look() {
        view.isAsked = false;
        const pulsing = [...document.querySelectorAll("main .pulses")];
        const isLoading = pulsing.some((each) => each.getBoundingClientRect().top < innerHeight);
        if (isLoading || !document.querySelector("main h1")) seen.usableAt = 0;
        else seen.usableAt ||= performance.now();
      },
    };
    new MutationObserver(() => {
      seen.changedAt = performance.now();
      // Once per frame, when the page is laid out anyway.
      if (!view.isAsked) requestAnimationFrame(() => view.look());
      view.isAsked = true;
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  });
  await page.goto(url, { waitUntil: "commit" });
  // Playwright's own wait would request a frame after every frame, which slows down the page.
  return page.evaluate(
    (quiet) =>
      new Promise<number>((resolve) => {
        const { benchSeen } = window as unknown as { benchSeen: { usableAt: number; changedAt: number } };
        const timer = setInterval(() => {
          if (benchSeen.usableAt === 0 || performance.now() - benchSeen.changedAt <= quiet) return;
          clearInterval(timer);
          resolve(benchSeen.usableAt);
        }, quiet / 2);
      }),
    QUIET,
  );
}
