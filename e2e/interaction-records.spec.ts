import type { ClickRecord } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import type {} from "./support/recording/heatmapsPage.ts";
import { type Collector, startCollector } from "./support/recording/startCollector.ts";

/** Port of a separate server for these tests. */
const PORT = Number(process.env.E2E_PORT ?? 3199) + 44;
const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);

test.describe.configure({ mode: "serial" });

let collector: Collector;
test.beforeEach(async () => {
  collector = await startCollector(PORT);
});
test.afterEach(() => collector.stop());

const records = () => collector.interactions.flatMap(({ body }) => body.events);
const clicks = () => records().filter((record): record is ClickRecord => record.type === "click");

async function open(page: Page): Promise<void> {
  await page.goto(`${collector.url}/heatmaps?email=jane@example.com`);
  await page.waitForFunction(() => "heatmaps" in window);
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not visible.`);
  return box;
}

async function leave(page: Page): Promise<void> {
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => collector.interactions.length).toBeGreaterThan(0);
}

test("clicks and the scroll depth of each page of a document are sent on leaving, with exactly these fields", async ({
  page,
}) => {
  await open(page);
  const box = await boxOf(page, "#live");
  const before = Date.now();
  const [x, y] = [Math.round(box.x + 5), Math.round(box.y + 6)];
  await page.mouse.click(x, y);
  await page.mouse.wheel(0, 700);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  const versionOfSecond = page.waitForResponse("**/heatmaps/account/jane");
  await page.evaluate(() => {
    history.pushState(null, "", "/heatmaps/account/jane");
    scrollTo(0, 0);
    window.heatmaps.pageShown();
  });
  await versionOfSecond;
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
  await leave(page);
  expect(collector.interactions[0]?.query).toEqual({
    device_id: "device",
    session_id: "1700000000000",
    type: "interaction",
    api_key: "a key",
    sent_at: expect.stringMatching(/^\d{13}$/),
  });
  const common = { viewportHeight: 720, viewportWidth: 1280, pageHeight: expect.any(Number) };
  const firstPage = {
    ...common,
    pageUrl: `${collector.url}/heatmaps?email=REDACTED`,
    pageVersion: "version of /heatmaps",
  };
  expect(collector.interactions.map(({ body }) => body)).toEqual([
    {
      version: 1,
      id: expect.any(String),
      events: [
        {
          ...firstPage,
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
          ...firstPage,
          type: "scroll",
          maxScrollX: 0,
          maxScrollY: 700,
          maxScrollWidth: 1280,
          maxScrollHeight: 1420,
          // Read shortly after scrolling, which may be after the next page was shown.
          sectionId: expect.stringMatching(/^(hero|plans)$/),
          timestamp: expect.any(Number),
        },
        {
          ...common,
          pageUrl: `${collector.url}/account`,
          pageVersion: "version of /heatmaps/account/jane",
          type: "scroll",
          maxScrollX: 0,
          maxScrollY: 600,
          maxScrollWidth: 1280,
          maxScrollHeight: 1320,
          sectionId: "plans",
          timestamp: expect.any(Number),
        },
      ],
    },
  ]);
  expect(JSON.stringify(records())).not.toContain("Secret");
});

test("clicks are dead, rage or ordinary, and those on the same spot are counted", async ({
  page,
  context,
}) => {
  // A fake clock, because a busy machine may take more than a second for three clicks.
  await page.clock.install({ time: NOON });
  await page.clock.pauseAt(NOON + 1000);
  await open(page);
  const classified = () => page.clock.runFor(1200);
  const dead = page.getByRole("button", { name: "Dead" });
  const live = page.locator("#live");

  await test.step("a click without effect is dead; one that changes the page, focuses an input or leaves the page is not", async () => {
    await dead.click();
    await classified();
    await live.click();
    await classified();
    await page.getByLabel("Name").click();
    await classified();
    await page.evaluate(() => {
      document
        .querySelector('[target="_blank"]')
        ?.addEventListener("click", (event) => event.preventDefault());
    });
    await page.getByRole("link", { name: "Out" }).click();
    await classified();
  });
  await test.step("a click on a label counts once; clicks by keyboard or script do not count", async () => {
    await page.getByText("Name").click();
    await classified();
    await live.focus();
    await page.keyboard.press("Enter");
    await live.evaluate((element: HTMLElement) => element.click());
    await classified();
  });
  await test.step("clicks on the same spot are one record with a count", async () => {
    await live.click({ position: { x: 5, y: 6 } });
    await classified();
    await live.click({ position: { x: 5, y: 6 } });
    await classified();
    await live.click({ position: { x: 9, y: 6 } });
    await classified();
  });
  await test.step("three clicks on one element within a second are rage clicks", async () => {
    await dead.click({ clickCount: 3 });
    await classified();
  });
  await leave(page);
  await expect.poll(() => context.pages()).toEqual([]);
  expect(clicks().map(({ selector, frustration, count }) => [selector, frustration, count])).toEqual([
    ['[data-section-id="hero"] button:nth-of-type(2)', "dead", 1],
    ["#live", undefined, 1],
    ['[data-section-id="plans"] [name="name"]', undefined, 1],
    ['[data-section-id="plans"] [href="https\\:\\/\\/elsewhere\\.example\\/"]', undefined, 1],
    ['[data-section-id="plans"] label', undefined, 1],
    ["#live", undefined, 2],
    ["#live", undefined, 1],
    ['[data-section-id="hero"] button:nth-of-type(2)', "rage", 3],
  ]);
});

test("selectors use the served document, and reveal nothing about the visitor or blocked elements", async ({
  page,
  context,
}) => {
  await open(page);
  await page.evaluate(() => {
    for (const link of document.querySelectorAll('a[href*="jane"], a[href*="ACME"]'))
      link.addEventListener("click", (event) => event.preventDefault());
  });
  for (const target of [
    page.getByText("Passing id"),
    page.getByText("In", { exact: true }),
    page.locator("h1"),
  ])
    await target.click();
  await page.getByText("Pay").scrollIntoViewIfNeeded();
  const block = await boxOf(page, "#acme");
  const link = await boxOf(page, 'a[href*="ACME"]');
  const [x, y] = [Math.round(link.x + 4), Math.round(link.y + 5)];
  await page.mouse.click(x, y);
  await leave(page);
  const selectors = clicks().map(({ selector }) => selector);
  expect(selectors).toHaveLength(4);

  await test.step("a click in a blocked element names only the outermost blocked element, by position", async () => {
    expect(clicks()[3]).toMatchObject({
      selector: '[data-section-id="faq"] > div:nth-child(1)',
      sectionId: "faq",
      elementX: expect.closeTo((x - block.x) / block.width, 3),
      elementY: expect.closeTo((y - block.y) / block.height, 3),
    });
    expect(JSON.stringify(records())).not.toMatch(/acme/i);
  });
  await test.step("selectors use the served document and reveal nothing about the visitor", async () => {
    for (const selector of selectors) expect(selector).not.toMatch(/r1|radix|jane/);
    const served = await context.newPage();
    await served.route("**/*.js", (route) => route.abort());
    await served.goto(`${collector.url}/heatmaps`);
    const texts = await Promise.all(
      selectors.map((selector) => served.locator(`css=${selector}`).textContent()),
    );
    expect(texts).toEqual(["Passing id", "In", "Secret text", "Pay"]);
  });
});

test("after a withdrawal nothing is sent", async ({ page, context }) => {
  await open(page);
  await page.locator("#live").click();
  await page.evaluate(() => window.heatmaps.stop());
  await page.locator("#live").click();
  await page.close({ runBeforeUnload: true });
  const later = await context.newPage();
  await open(later);
  await later.locator("#live").click();
  await leave(later);
  expect(clicks()).toHaveLength(1);
});
