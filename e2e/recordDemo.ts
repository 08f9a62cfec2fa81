import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants, inflateSync } from "node:zlib";
import { type BrowserContextOptions, chromium, expect, type Page } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { HEADLESS_SHELL } from "./support/chromium.ts";
import { hide } from "./support/hide.ts";
import { hydrated } from "./support/hydrated.ts";
import { type ReadStore, readStore } from "./support/readStore.ts";
import { recordAll } from "./support/recordings.ts";
import { startServer } from "./support/startSite.ts";
import { storedSegments, waitUntilSent } from "./support/storedSegments.ts";

const DIR = join(import.meta.dirname, "../apps/server/src/seed/recordings");
const MOST_BYTES = 300_000;
const DESKTOP = {
  viewport: { width: 1440, height: 860 },
  userAgent:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
};
const PHONE = {
  viewport: { width: 393, height: 760 },
  hasTouch: true,
  userAgent:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36",
};

interface Visit {
  path: string;
  browser: BrowserContextOptions;
  act: (page: Page) => Promise<void>;
}

/** The visits that become the demo's recordings, by file name. */
const VISITS: Record<string, Visit> = {
  "home-to-sign-up": {
    path: "/?utm_source=newsletter&utm_medium=email&utm_campaign=product-news",
    browser: DESKTOP,
    async act(page) {
      await read(page, 5);
      await follow(page, "/pricing");
      await read(page, 3);
      await follow(page, "/sign-up");
      await type(page, "someone@example.com");
    },
  },
  "pricing-in-doubt": {
    path: "/pricing?utm_source=google&utm_medium=cpc&utm_campaign=brand&utm_term=trellis+pricing",
    browser: DESKTOP,
    async act(page) {
      await read(page, 6);
      await clickAt(page, "main h2", 4);
      await read(page, 2);
    },
  },
  "gantt-chart": {
    path: "/lp/features/gantt-chart-view?utm_source=google&utm_medium=cpc&utm_campaign=gantt-charts",
    browser: DESKTOP,
    async act(page) {
      await read(page, 1);
      await drag(page, "main figure");
      await read(page, 3);
    },
  },
  "brain-and-prices": {
    path: "/brain",
    browser: DESKTOP,
    async act(page) {
      await read(page, 4);
      await follow(page, "/pricing");
      await read(page, 2);
    },
  },
  "contact-given-up": {
    path: "/contact-sales?utm_source=linkedin&utm_medium=paid-social&utm_campaign=team-leads",
    browser: DESKTOP,
    async act(page) {
      await type(page, "someone@example.com");
      await clickAt(page, "main button[type=submit]", 1);
      await read(page, 1);
    },
  },
  "demo-tour": {
    path: "/demo",
    browser: DESKTOP,
    async act(page) {
      await read(page, 3);
      await follow(page, "/pricing");
      await read(page, 2);
    },
  },
  "rage-at-home": {
    path: "/",
    browser: DESKTOP,
    async act(page) {
      await clickAt(page, "main h1", 5);
      await read(page, 2);
    },
  },
  "phone-reads-home": {
    path: "/?utm_source=facebook&utm_medium=paid-social&utm_campaign=come-back",
    browser: PHONE,
    async act(page) {
      await read(page, 7);
    },
  },
  "phone-prices": {
    path: "/pricing",
    browser: PHONE,
    async act(page) {
      await read(page, 4);
      await clickAt(page, "main h2", 3);
    },
  },
  "project-management": {
    path: "/lp/teams/project-management",
    browser: DESKTOP,
    async act(page) {
      await read(page, 4);
      await follow(page, "/");
      await read(page, 3);
    },
  },
  "german-home": {
    path: "/de",
    browser: { ...DESKTOP, locale: "de-DE" },
    async act(page) {
      await read(page, 4);
      await follow(page, "/de/pricing");
      await read(page, 2);
    },
  },
  "assistant-to-ai": {
    path: "/lp/ai",
    browser: DESKTOP,
    async act(page) {
      await read(page, 3);
      await follow(page, "/brain");
      await read(page, 2);
    },
  },
};

/**
 * Visits the site like a person, and writes the recordings that `npm run seed-demo` loads. Run it after the site has changed its looks.
 * @param names visits to record; all if there are none.
 */
async function recordDemo(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in VISITS));
  if (unknown.length > 0) throw new Error(`There is no visit ${unknown.join(", ")}.`);
  const dataDir = mkdtempSync(join(tmpdir(), "marquee-recordings-"));
  const port = Number(process.env.E2E_PORT ?? 3199);
  const site = await startServer({ port, env: { DATA_DIR: dataDir } });
  const browser = await chromium.launch({ executablePath: HEADLESS_SHELL, args: ["--no-sandbox"] });
  const sessions: [name: string, session: string][] = [];
  try {
    for (const [name, visit] of Object.entries(VISITS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const context = await browser.newContext({ baseURL: site.url, locale: "en-US", ...visit.browser });
      context.setDefaultTimeout(20_000);
      // tsx wraps named functions, also those that run in the page.
      await context.addInitScript("globalThis.__name = (target) => target");
      await recordAll(context, { interactionSampleRate: 100 });
      await grantConsentBefore(context, site.url);
      const page = await context.newPage();
      await page.goto(visit.path);
      await hydrated(page);
      await page.waitForTimeout(1500);
      console.log(name);
      await visit.act(page);
      await hide(page);
      await waitUntilSent(page);
      await waitForEarlierPages(page);
      const cookies = await context.cookies();
      const session = cookies.find((cookie) => cookie.name === "marquee_session")?.value.split(".")[0] ?? "";
      sessions.push([name, session]);
      await context.close();
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  mkdirSync(DIR, { recursive: true });
  const store = await readStore(dataDir);
  try {
    for (const [name, session] of sessions) await write(name, await readVisit(store, session), site.url);
  } finally {
    await store.stop();
    rmSync(dataDir, { recursive: true });
  }
}

/**
 * Waits for the segments of the visit's earlier documents. Chromium sends a request of a document that ends with its own user agent, so the server classifies the
 * visitor as a bot; the next page sends the segment again after 20 s.
 */
async function waitForEarlierPages(page: Page): Promise<void> {
  const finished = async () => (await storedSegments(page)).filter(({ isFinished }) => isFinished).length;
  await expect.poll(finished, { timeout: 60_000 }).toBe(0);
}

const MILLISECONDS = (...columns: string[]) =>
  columns.map((column) => `toFloat64(toUnixTimestamp64Milli(${column})) AS ${column}`).join(", ");

/** All rows of a session, with times in milliseconds since the epoch, and the data of segments as text. */
async function readVisit({ query }: ReadStore, session: string) {
  const of = `FROM %table% FINAL WHERE session_id = ${session}`;
  const rowsOf = (table: string, except: string, ...times: string[]) =>
    query<Record<string, unknown>>(
      `SELECT * ${except} REPLACE(${MILLISECONDS(...times)}, toFloat64(session_id) AS session_id) ${of.replace("%table%", table)} ORDER BY ${times[0]}`,
    );
  const segments = await rowsOf("replay_segments", "", "started", "ended", "received_at");
  return {
    events: await rowsOf("events", "EXCEPT (inserted_at)", "timestamp", "original_timestamp", "received_at"),
    interactions: await rowsOf("interactions", "", "timestamp", "received_at"),
    segments: segments.map(({ data, ...row }) => ({
      ...row,
      data: inflateSync(Buffer.from(String(data), "base64")).toString(),
    })),
  };
}

async function write(
  name: string,
  visit: Awaited<ReturnType<typeof readVisit>>,
  origin: string,
): Promise<void> {
  const text = JSON.stringify({ origin, ...visit });
  const packed = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  if (packed.length > MOST_BYTES)
    throw new Error(`${name} has ${packed.length} bytes. Make its visit shorter.`);
  writeFileSync(join(DIR, `${name}.json.br`), packed);
  const { segments, events, interactions } = visit;
  console.log(name, packed.length, segments.length, events.length, interactions.length);
}

/** Scrolls down in steps, like a reader. */
async function read(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.move(300 + 40 * step, 300 + 30 * (step % 5), { steps: 6 });
    await page.mouse.wheel(0, 420);
    await page.waitForTimeout(2300);
  }
}

/** Follows the first visible link to a path. */
async function follow(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]:visible:not([data-overlay])`).first();
  if ((await link.count()) === 0) await page.goto(path);
  else {
    await link.scrollIntoViewIfNeeded();
    await link.hover();
    await page.waitForTimeout(500);
    await link.click();
  }
  await page.waitForURL(`**${path}`);
  await page.waitForTimeout(1500);
}

async function clickAt(page: Page, selector: string, times: number): Promise<void> {
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error(`Nothing to click at ${selector}.`);
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2, { steps: 8 });
  for (let click = 0; click < times; click += 1) {
    await page.mouse.click(box.x + box.width / 3, box.y + box.height / 2);
    await page.waitForTimeout(180);
  }
  await page.waitForTimeout(1500);
}

async function drag(page: Page, selector: string): Promise<void> {
  const figure = page.locator(selector).first();
  await figure.scrollIntoViewIfNeeded();
  const box = await figure.boundingBox();
  if (!box) throw new Error(`Nothing to drag at ${selector}.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3, { steps: 10 });
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 3, { steps: 20 });
  await page.mouse.up();
  await page.waitForTimeout(1200);
}

async function type(page: Page, text: string): Promise<void> {
  const field = page.locator("main input[type=email]").first();
  await field.click();
  await field.pressSequentially(text, { delay: 90 });
  await page.waitForTimeout(1200);
}

await recordDemo(process.argv.slice(2));
