import type { ClickRecord, ScrollRecord } from "@marquee/contract";
import { type HeatmapResponse, UNKNOWN_VERSION } from "@marquee/contract/schema";
import { type APIRequestContext, expect, type Page, type TestInfo, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { signInToApi } from "./support/consoleApi.ts";
import { pageVersionOf, sendInteractions } from "./support/sendInteractions.ts";
import { signInByApi } from "./support/storedEvents.ts";

/** Pages on which no other test clicks. A retry uses other pages, because the first attempt already counts. */
const PAGES = ["/security", "/privacy", "/de/privacy"];
const OTHER_PAGES = ["/accessibility", "/it/privacy", "/fr-FR/privacy"];
const pageOf = (pages: readonly string[], { retry }: TestInfo) => pages[retry % pages.length] ?? "/";
const BUTTON = "main h1";
const MENU = "#no-such-menu > a";

interface Place {
  path: string;
  pageVersion: string;
  baseURL: string | undefined;
}

const click = ({ path, pageVersion, baseURL }: Place, overrides: Partial<ClickRecord>): ClickRecord => ({
  type: "click",
  x: 700,
  y: 300,
  selector: BUTTON,
  elementX: 0.5,
  elementY: 0.5,
  count: 1,
  viewportWidth: 1440,
  viewportHeight: 900,
  pageWidth: 1440,
  pageHeight: 4000,
  pageUrl: `${baseURL}${path}`,
  timestamp: Date.now(),
  pageVersion,
  ...overrides,
});

const scroll = ({ path, pageVersion, baseURL }: Place, maxScrollHeight: number): ScrollRecord => ({
  type: "scroll",
  maxScrollX: 0,
  maxScrollY: maxScrollHeight - 900,
  maxScrollWidth: 1440,
  maxScrollHeight,
  viewportWidth: 1440,
  viewportHeight: 900,
  pageHeight: 4000,
  pageUrl: `${baseURL}${path}`,
  timestamp: Date.now(),
  pageVersion,
});

/** Ten visitors: all click the headline, one of them rage clicks; half of them scroll the whole page, the others a quarter. */
async function visitPage(request: APIRequestContext, place: Place): Promise<void> {
  for (let index = 0; index < 10; index += 1) {
    const events = [
      click(place, { count: 3, ...(index === 0 && { frustration: "rage" }) }),
      click(place, { selector: "footer a", elementX: 0.3 }),
      click(place, { selector: MENU }),
      scroll(place, index % 2 === 0 ? 4000 : 1000),
    ];
    await sendInteractions(request, `${place.path} ${place.pageVersion} ${index}`, events);
  }
}

const stage = (page: Page) => page.getByRole("region", { name: /^The page: / });
const elements = (page: Page) => page.getByRole("region", { name: "Elements" });

/** Waits until as many clicks on a page are stored. @param filters for example a page version */
async function waitForClicks(url: string | undefined, filters: object, count: number): Promise<void> {
  const api = await signInToApi({ url: url ?? "", stop: async () => {} });
  const clicks = async () =>
    (await api.ask<HeatmapResponse>("heatmaps", { kind: "all", ...filters })).counts.all;
  await expect.poll(clicks, { timeout: 60_000 }).toBe(count);
  await api.dispose();
}

/** Opens the heatmap of a page on which {@link visitPage} has clicked. */
async function openHeatmap(page: Page, baseURL: string | undefined, path: string): Promise<void> {
  await signInByApi(page.request, baseURL);
  await waitForClicks(baseURL, { page: path }, 50);
  await page.goto(`/console/heatmaps?page=${path}`);
  await expect(page.getByRole("heading", { level: 1, name: "Heatmaps" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Clicks 50$/ })).toBeVisible();
}

/** Opacity of the heatmap at a point of an element, from 0 to 255. */
const heatOn = (page: Page, selector: string, [x, y]: [number, number]) =>
  page.evaluate(
    ({ selector, x, y }) => {
      const frame = document.querySelector<HTMLIFrameElement>("main iframe");
      const canvas = document.querySelector<HTMLCanvasElement>("main canvas");
      const box = frame?.contentDocument?.querySelector(selector)?.getBoundingClientRect();
      if (!frame || !canvas || !box) return null;
      const scale = (frame.getBoundingClientRect().width / frame.offsetWidth) * devicePixelRatio;
      const left = (box.left + x * box.width) * scale;
      const top = (box.top + y * box.height) * scale;
      return canvas.getContext("2d")?.getImageData(left, top, 1, 1).data[3] ?? null;
    },
    { selector, x, y },
  );

test("clicks are drawn on the archived page, its elements are listed, and selecting either selects the other", async ({
  page,
  request,
  baseURL,
}, info) => {
  const path = pageOf(PAGES, info);
  const place = { path, baseURL, pageVersion: await pageVersionOf(request, path) };
  await visitPage(request, place);
  await openHeatmap(page, baseURL, path);
  await expect.poll(() => heatOn(page, BUTTON, [0.5, 0.5])).toBeGreaterThan(150);
  expect(await heatOn(page, BUTTON, [0.95, 0.5])).toBe(0);

  const rows = elements(page).getByRole("listitem");
  await expect(rows.first()).toContainText("60%");
  await expect(elements(page).getByText("Not in this version")).toBeVisible();
  await expect(rows.filter({ hasText: MENU })).toContainText("20%");
  expect(await violationsOf(page)).toEqual([]);

  // From the table to the page, with the keyboard.
  const row = rows.filter({ hasText: "footer a" }).getByRole("button").first();
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(row).toHaveAttribute("aria-expanded", "true");
  await expect(page).toHaveURL(/element=footer/);
  await expect.poll(() => heatOn(page, "footer a", [0.3, 0.5])).toBeGreaterThan(50);
  await expect(rows.getByRole("link", { name: "Replays of visits to this page" })).toHaveAttribute(
    "href",
    new RegExp(`replays\\?.*f=is,page,${path}`),
  );

  // And back. The stage may still scroll to the selected element, and the archived page may move under the pointer.
  await expect(async () => {
    await stage(page).evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(() => scrolledTo(page), { timeout: 3000 }).toBe(0);
    const [left, top] = await placeOf(page, BUTTON);
    await page.mouse.click(left, top);
    await expect(rows.first().getByRole("button").first()).toHaveAttribute("aria-expanded", "true", {
      timeout: 3000,
    });
  }).toPass({ timeout: 60_000 });

  // The heatmap keeps its proportions in a window of another height.
  await page.setViewportSize({ width: 1280, height: 1100 });
  await expect.poll(() => drawnHeight(page)).toBe(660);
  await expect.poll(() => heatOn(page, BUTTON, [0.5, 0.5])).toBeGreaterThan(150);

  await page.locator("body").press("f");
  const dialog = page.getByRole("dialog", { name: "Add a filter" });
  await dialog.getByLabel("Filter by").selectOption({ label: "Country" });
  await dialog.getByLabel("Search values").fill("AQ");
  await dialog.getByLabel("Search values").press("Enter");
  await dialog.getByRole("button", { name: "Apply filter" }).click();
  await expect(page.getByRole("heading", { name: "No matching visits" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("link", { name: /^Clicks 50$/ })).toBeVisible();
});

/** Scroll position of the archived page, in its own pixels. */
const scrolledTo = (page: Page) =>
  page.evaluate(
    () => document.querySelector<HTMLIFrameElement>("main iframe")?.contentWindow?.scrollY ?? null,
  );

/** Height of the heatmap in pixels. */
const drawnHeight = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLCanvasElement>("main canvas")?.height ?? null);

/** The center of an element of the archived page, on the screen. */
const placeOf = (page: Page, selector: string) =>
  page.evaluate((selector): [number, number] => {
    const frame = document.querySelector<HTMLIFrameElement>("main iframe");
    const box = frame?.contentDocument?.querySelector(selector)?.getBoundingClientRect();
    if (!frame || !box) throw new Error(`${selector} was not found in the archived page.`);
    const { left, top, width } = frame.getBoundingClientRect();
    const scale = width / frame.offsetWidth;
    return [left + (box.left + box.width / 2) * scale, top + (box.top + box.height / 2) * scale];
  }, selector);

test("scroll depth shows the share that reached each part, and versions are compared side by side", async ({
  page,
  request,
  baseURL,
}, info) => {
  const path = pageOf(OTHER_PAGES, info);
  const place = { path, baseURL, pageVersion: await pageVersionOf(request, path) };
  await visitPage(request, place);
  await openHeatmap(page, baseURL, path);
  await page.getByRole("link", { name: /^Scroll depth 10 page views$/ }).click();
  await expect(page.getByRole("row", { name: "20% 100%" })).toBeVisible();
  await expect(page.getByRole("row", { name: "30% 50%" })).toBeVisible();
  const depth = page.getByRole("list", { name: "Scroll depth" });
  await expect(depth.getByText("Average fold, 900 px")).toBeVisible();
  await expect(depth.getByText("100% reached this")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("link", { name: /^Rage clicks 3$/ }).click();
  await expect(elements(page).getByRole("listitem")).toHaveCount(1);

  // Compares clicks of a version that was never archived with those of an archived one.
  for (const visitor of ["a", "b"])
    await sendInteractions(request, visitor, [click({ ...place, pageVersion: "gone" }, {})]);
  await waitForClicks(baseURL, { page: path, shown: UNKNOWN_VERSION }, 2);
  await page.goto(`/console/heatmaps?page=${path}&with=unknown`);
  await expect(stage(page)).toHaveCount(2);
  await expect(page.getByText("Clicks per 100 sessions: Everyone and Unknown version.")).toBeVisible();
  const [first, second] = [stage(page).first(), stage(page).last()];
  for (const each of [first, second])
    await expect
      .poll(() => each.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      .toBeGreaterThan(40);
  await first.evaluate((element) => element.scrollTo(0, 40));
  await expect.poll(() => second.evaluate(({ scrollTop }) => scrollTop)).toBe(40);
  expect(await violationsOf(page)).toEqual([]);
});
