import type { ClickRecord, ScrollRecord } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import type {} from "./support/recording/heatmapsPage.ts";
import { type Collector, startCollector } from "./support/recording/startCollector.ts";

/** Port of a separate server for these tests. */
const PORT = Number(process.env.E2E_PORT ?? 3199) + 44;
const HOUR = 3_600_000;

test.describe.configure({ mode: "serial" });

let collector: Collector;
test.beforeEach(async ({ page }) => {
  collector = await startCollector(PORT);
  await page.goto(`${collector.url}/heatmaps?email=jane@example.com`);
  await page.waitForFunction(() => "heatmaps" in window);
});
test.afterEach(() => collector.stop());

const records = () => collector.interactions.flatMap(({ body }) => body.events);
const clicks = () => records().filter((record): record is ClickRecord => record.type === "click");
const scrolls = () => records().filter((record): record is ScrollRecord => record.type === "scroll");

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not visible.`);
  return box;
}

async function leave(page: Page): Promise<void> {
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => collector.interactions.length).toBeGreaterThan(0);
}

test("clicks and scroll depth are sent when the page is left, with exactly these fields", async ({
  page,
}) => {
  const box = await boxOf(page, "#live");
  const before = Date.now();
  const [x, y] = [Math.round(box.x + 5), Math.round(box.y + 6)];
  await page.mouse.click(x, y);
  await page.mouse.wheel(0, 700);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  await leave(page);
  expect(collector.interactions[0]?.query).toEqual({
    device_id: "device",
    session_id: "1700000000000",
    type: "interaction",
    api_key: "a key",
  });
  const common = {
    viewportHeight: 720,
    viewportWidth: 1280,
    pageUrl: `${collector.url}/heatmaps?email=REDACTED`,
    pageVersion: "version of /heatmaps",
    pageHeight: expect.any(Number),
  };
  expect(collector.interactions.map(({ body }) => body)).toEqual([
    {
      version: 1,
      id: expect.any(String),
      events: [
        {
          ...common,
          type: "click",
          x,
          y,
          selector: "#live",
          timestamp: before - (before % HOUR),
          count: 1,
          sectionId: "hero",
          elementX: expect.closeTo((x - box.x) / box.width, 3),
          elementY: expect.closeTo((y - box.y) / box.height, 3),
          pageWidth: 1280,
        },
        {
          ...common,
          type: "scroll",
          maxScrollX: 0,
          maxScrollY: 700,
          maxScrollWidth: 1280,
          maxScrollHeight: 1420,
          sectionId: "plans",
          timestamp: expect.any(Number),
        },
      ],
    },
  ]);
  expect(JSON.stringify(records())).not.toContain("Secret");
});

test("clicks on the same spot are one record with a count", async ({ page }) => {
  await page.locator("#live").click({ position: { x: 5, y: 6 } });
  await page.waitForTimeout(1100);
  await page.locator("#live").click({ position: { x: 5, y: 6 } });
  await page.waitForTimeout(1100);
  await page.locator("#live").click({ position: { x: 9, y: 6 } });
  await leave(page);
  expect(clicks().map(({ selector, count }) => [selector, count])).toEqual([
    ["#live", 2],
    ["#live", 1],
  ]);
});

test("a click without effect is dead; one that changes the page, focuses an input or leaves the page is not", async ({
  page,
  context,
}) => {
  await page.getByRole("button", { name: "Dead" }).click();
  await page.waitForTimeout(1200);
  await page.locator("#live").click();
  await page.waitForTimeout(1200);
  await page.getByLabel("Name").click();
  await page.waitForTimeout(1200);
  await page.getByText("Name").click();
  await page.waitForTimeout(1200);
  await page.evaluate(() => {
    document.querySelector('[target="_blank"]')?.addEventListener("click", (event) => event.preventDefault());
  });
  await page.getByRole("link", { name: "Out" }).click();
  await page.waitForTimeout(1200);
  await leave(page);
  await expect.poll(() => context.pages()).toEqual([]);
  expect(clicks().map(({ selector, frustration, count }) => [selector, frustration, count])).toEqual([
    ['[data-section-id="hero"] button:nth-of-type(2)', "dead", 1],
    ["#live", undefined, 1],
    ['[data-section-id="plans"] [name="name"]', undefined, 1],
    ['[data-section-id="plans"] label', undefined, 1],
    ['[data-section-id="plans"] [href="https\\:\\/\\/elsewhere\\.example\\/"]', undefined, 1],
  ]);
});

test("three clicks on one element within a second are rage clicks", async ({ page }) => {
  await page.getByRole("button", { name: "Dead" }).click({ clickCount: 3, delay: 20 });
  await page.waitForTimeout(1200);
  await leave(page);
  expect(clicks()).toMatchObject([{ frustration: "rage", count: 3 }]);
});

test("selectors use the served document and reveal nothing about the visitor", async ({ page, context }) => {
  await page.evaluate(() => {
    document.querySelector('a[href*="jane"]')?.addEventListener("click", (event) => event.preventDefault());
  });
  for (const target of [
    page.getByText("Passing id"),
    page.getByText("In", { exact: true }),
    page.locator("h1"),
  ])
    await target.click();
  await leave(page);
  const selectors = clicks().map(({ selector }) => selector);
  expect(selectors).toHaveLength(3);
  for (const selector of selectors) expect(selector).not.toMatch(/r1|radix|jane/);
  const served = await context.newPage();
  await served.route("**/*.js", (route) => route.abort());
  await served.goto(`${collector.url}/heatmaps`);
  const found = await Promise.all(
    selectors.map((selector) => served.locator(`css=${selector}`).textContent()),
  );
  expect(found).toEqual(["Passing id", "In", "Secret text"]);
});

test("a click in a blocked element names only the outermost blocked element, by position", async ({
  page,
}) => {
  await page.evaluate(() => {
    document.querySelector('a[href*="ACME"]')?.addEventListener("click", (event) => event.preventDefault());
  });
  await page.getByText("Pay").scrollIntoViewIfNeeded();
  const block = await boxOf(page, "#acme");
  const link = await boxOf(page, 'a[href*="ACME"]');
  const [x, y] = [Math.round(link.x + 4), Math.round(link.y + 5)];
  await page.mouse.click(x, y);
  await leave(page);
  expect(clicks()).toMatchObject([
    {
      selector: '[data-section-id="faq"] > div:nth-child(1)',
      sectionId: "faq",
      elementX: expect.closeTo((x - block.x) / block.width, 3),
      elementY: expect.closeTo((y - block.y) / block.height, 3),
    },
  ]);
  expect(JSON.stringify(records())).not.toMatch(/acme/i);
});

test("each page of a document reports its own scrolling, with its own version and URL", async ({ page }) => {
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  await page.evaluate(() => {
    history.pushState(null, "", "/heatmaps/account/jane");
    scrollTo(0, 0);
    window.heatmaps.pageShown();
  });
  await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(100);
  await page.waitForTimeout(500);
  await leave(page);
  expect(scrolls().map(({ pageUrl, maxScrollY, pageVersion }) => [pageUrl, maxScrollY, pageVersion])).toEqual(
    [
      [`${collector.url}/heatmaps?email=REDACTED`, 900, "version of /heatmaps"],
      [`${collector.url}/account`, 100, "version of /heatmaps/account/jane"],
    ],
  );
});

test("after a withdrawal nothing is sent", async ({ page }) => {
  await page.locator("#live").click();
  await page.evaluate(() => window.heatmaps.stop());
  await page.locator("#live").click();
  await page.close({ runBeforeUnload: true });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(collector.interactions).toEqual([]);
});

test("a click on a label counts once; clicks by keyboard or script do not count", async ({ page }) => {
  await page.getByText("Name").click();
  await page.locator("#live").focus();
  await page.keyboard.press("Enter");
  await page.evaluate(() => document.querySelector<HTMLElement>("#live")?.click());
  await leave(page);
  expect(clicks()).toHaveLength(1);
});
