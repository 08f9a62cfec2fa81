import type { ClickRecord, InteractionBody } from "@marquee/contract";
import type { HeatmapResponse } from "@marquee/contract/schema";
import { type Browser, expect, type Page } from "@playwright/test";
import { IS_SOAK } from "../scripts/test/soak.mjs";
import { grantConsentBefore } from "./support/agree.ts";
import { clickAround, type KnownClick } from "./support/clickAround.ts";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { readHeatmapCells } from "./support/readHeatmapCells.ts";
import { seededRandom } from "./support/seededRandom.ts";
import { testOnNewSite as test } from "./support/sharedSites.ts";
import type { StartedSite } from "./support/startSite.ts";

const PAGES = ["/lp/ai", "/pricing", "/"];
const VIEWPORTS = [
  { band: 0, width: 390, height: 844 },
  { band: 500, width: 540, height: 720 },
  { band: 600, width: 720, height: 960 },
  { band: 800, width: 1024, height: 768 },
  { band: 1200, width: 1440, height: 900 },
];
/** In a soak run, all pages at each width; otherwise one page per width, in turn. */
const pagesAt = (index: number) =>
  IS_SOAK ? PAGES : PAGES.filter((_, page) => page === index % PAGES.length);
/** Clicks on each page at each width: 100 in all, or 1,000 in a soak run. */
const CLICKS = IS_SOAK ? 67 : 20;

test.describe.configure({ timeout: 300_000 });
let site: StartedSite;
let api: ConsoleApi;
test.beforeAll(async ({ site: shared }) => {
  site = shared;
  api = await signInToApi(site);
});
test.afterAll(() => api?.dispose());

interface Visit {
  path: string;
  band: number;
  clicks: KnownClick[];
  /** Clicks as the page sent them. */
  records: ClickRecord[];
}

/** A visitor with consent clicks around on a page and leaves it. */
async function visit(browser: Browser, path: string, viewport: (typeof VIEWPORTS)[number]): Promise<Visit> {
  const { band, width, height } = viewport;
  const context = await browser.newContext({ baseURL: site.url, viewport: { width, height } });
  await grantConsentBefore(context, site.url);
  const page = await context.newPage();
  await page.addInitScript(keepBeacons);
  let answered = 0;
  page.on("response", (response) => {
    if (response.url().includes("type=interaction")) answered += 1;
  });
  await page.goto(path);
  await hydrated(page);
  const sendNow = () => page.evaluate(leave);
  const clicks = await clickAround(page, {
    count: CLICKS,
    random: seededRandom(width + path.length),
    isWatched: async () => (await sendNow()).length > 0,
  });
  const bodies = await sendNow();
  // Closing the context drops pending requests.
  await expect.poll(() => answered).toBe(bodies.length);
  await context.close();
  const sent = bodies.flatMap((body) => (JSON.parse(body) as InteractionBody).events);
  return { path, band, clicks, records: sent.filter((event) => event.type === "click") };
}

/** Playwright does not see requests that a page sends during unload, so the page notes them itself. */
function keepBeacons(): void {
  const bodies: string[] = [];
  const send = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, body) => {
    if (String(url).includes("type=interaction")) bodies.push(String(body));
    return send(url, body);
  };
  Object.assign(window, { keptBeacons: bodies });
}

function leave(): string[] {
  dispatchEvent(new Event("pagehide"));
  return (window as typeof window & { keptBeacons: string[] }).keptBeacons;
}

/** Waits until all data of a visit is stored. */
async function heatmapOf({ path, band, records }: Visit): Promise<HeatmapResponse> {
  const sent = records.reduce((sum, { count = 1 }) => sum + count, 0);
  let answer: HeatmapResponse | undefined;
  await expect
    .poll(
      async () => {
        answer = await api.ask<HeatmapResponse>("heatmaps", { page: path, band, kind: "all" });
        return answer.counts.all;
      },
      { timeout: 60_000 },
    )
    .toBe(sent);
  if (!answer) throw new Error("The heatmap was never queried.");
  return answer;
}

test("clicks all over pages of five widths land in the element that was clicked", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await openConsole(page, "/heatmaps", "Heatmaps");
  let clicked = 0;
  const missed: string[] = [];
  for (const [index, viewport] of VIEWPORTS.entries()) {
    const visits = await Promise.all(pagesAt(index).map((path) => visit(browser, path, viewport)));
    clicked += visits.reduce((sum, { clicks }) => sum + clicks.length, 0);
    for (const each of visits) missed.push(...(await missedBy(page, each)));
  }
  const pages = VIEWPORTS.flatMap((_, index) => pagesAt(index));
  expect(clicked).toBeGreaterThanOrEqual(pages.length * CLICKS);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(clicked / 100);
  await context.close();
});

/** Clicks of a visit that the heatmap does not draw in their place, one line each. */
async function missedBy(page: Page, visited: Visit): Promise<string[]> {
  const { path, band, clicks, records } = visited;
  const { cells } = await heatmapOf(visited);
  // A page is archived with all its images, which takes a while when none of them was requested before.
  await expect(async () => {
    await page.goto(`/console/heatmaps?${new URLSearchParams({ page: path, band: String(band) })}`);
    await expect(page.locator("main canvas")).toBeVisible({ timeout: 15_000 });
  }).toPass({ timeout: 120_000 });
  const landed = await readHeatmapCells(page, cells);
  const where = (click: KnownClick) => `${path} at ${click.x}, ${click.y} within ${band}+: ${click.element}`;
  return clicks.flatMap((click) => {
    const record = records.find(({ x, y }) => x === Math.round(click.x) && y === Math.round(click.y));
    const matches = landed.filter(
      ({ selector, x, y }) =>
        selector === record?.selector && isNear(x, record.elementX) && isNear(y, record.elementY),
    );
    if (matches.some(({ element, hasHeat }) => hasHeat && element === click.element)) return [];
    return [`${where(click)}; ${record?.selector ?? "not sent"}; ${matches[0]?.element ?? "not drawn"}`];
  });
}

/** The heatmap draws nearby clicks on an element at their mean position. */
const isNear = (drawn: number, clicked = 0) => Math.abs(drawn - clicked) <= 0.02;
