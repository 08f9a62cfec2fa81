import { expect, type Page, test } from "@playwright/test";
import { CHROMIUM } from "./support/chromium.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { readTo } from "./support/readThrough.ts";
import { placeStored, whereabouts } from "./support/scrollPosition.ts";
import { still } from "./support/settled.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** Share of the page's height. Sections above it are both taller and shorter than their estimated height. */
const HALF_WAY = 0.6;

async function openHalfWay(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await stopAt(page, HALF_WAY);
}

/** Scrolls to a share of the page and stays there until the site has stored the position. */
async function stopAt(page: Page, share: number): Promise<void> {
  await readTo(page, share);
  await placeStored(page);
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("a reload and going back restore the position, which only the history stores", async ({
      page,
      context,
    }) => {
      test.slow();
      await test.step("a reload, and going back from another document", async () => {
        await openHalfWay(page, "/pricing");
        const before = await whereabouts(page);
        for (let time = 0; time < 2; time += 1) {
          await page.reload();
          await hydrated(page);
          await expectToStayAt(page, before);
        }

        // The end of a section of estimated height, with little of the next one.
        await readTo(page, 1);
        await page
          .locator('[data-section-id="compare"]')
          .evaluate((element) =>
            window.scrollBy({ top: element.getBoundingClientRect().bottom - 300, behavior: "instant" }),
          );
        await placeStored(page);
        const end = await whereabouts(page);
        expect(end.section).toBe("compare");
        await page.reload();
        await hydrated(page);
        await expectToStayAt(page, end);

        await page.goto("/de/pricing");
        await hydrated(page);
        await page.goBack();
        await hydrated(page);
        await expectToStayAt(page, end);
        expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
        expect(await context.cookies()).toEqual([]);
      });
      await test.step("going back within the document", async () => {
        await openHalfWay(page, "/pricing");
        const before = await whereabouts(page);
        await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/brain"]')?.click());
        await expect(page).toHaveURL("/brain");
        await expect.poll(() => whereabouts(page)).toEqual({ section: "", offset: 0 });
        await stopAt(page, HALF_WAY);
        const there = await whereabouts(page);
        await page.goBack();
        await expect(page).toHaveURL("/pricing");
        await expectToStayAt(page, before);
        await page.goForward();
        await expect(page).toHaveURL("/brain");
        await expectToStayAt(page, there);
      });
    });
  });
}

test("the back/forward cache restores the position", async ({ playwright, baseURL, launchOptions }) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    executablePath: CHROMIUM,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await openHalfWay(page, "/pricing");
  await page.evaluate(() =>
    window.addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted })),
  );
  const before = await whereabouts(page);
  await page.goto("/de/pricing");
  await page.evaluate(() => history.back());
  // Evaluating fails while the page changes.
  await expect(async () =>
    expect(await page.evaluate(() => "persisted" in window && window.persisted)).toBe(true),
  ).toPass();
  await expectToStayAt(page, before);
  // Later positions are still stored.
  await stopAt(page, 0.2);
  const later = await whereabouts(page);
  await page.reload();
  await hydrated(page);
  await expectToStayAt(page, later);
  await browser.close();
});

test("overlays and fragments keep or choose the position, and scrolling is not overridden", async ({
  page,
}) => {
  test.slow();
  const errors = collectConsoleErrors(page);
  await openHalfWay(page, "/pricing");
  await test.step("opening an overlay and going back does not scroll", async () => {
    // The consent dialog may cover the link; then Playwright would scroll.
    await page.locator("[data-consent-reject]").click();
    const opener = page.locator('main a[data-overlay="sign-up"]:visible').first();
    await opener.scrollIntoViewIfNeeded();
    const before = await whereabouts(page);
    await opener.click();
    await expect(page.getByRole("dialog", { name: "Start free" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/pricing");
    await expectToStayAt(page, before);
    await page.goForward();
    await page.reload();
    await expect(page.getByRole("dialog", { name: "Start free" })).toBeVisible();
    await hydrated(page);
    await page.goBack();
    await expectToStayAt(page, before);
  });
  await test.step("a fragment scrolls to its section, on this page and another, and back", async () => {
    const before = await whereabouts(page);
    await followLink(page, "#calculator");
    await expectAtHeading(page, "calculator-title");
    await page.goBack();
    await expectToStayAt(page, before);
    await page.goForward();
    await expectAtHeading(page, "calculator-title");
    await followLink(page, "/brain#ground");
    await expect(page).toHaveURL("/brain#ground");
    await expectAtHeading(page, "ground-title");
    await page.goBack();
    await expectAtHeading(page, "calculator-title");
  });
  await test.step("a fragment that cannot be decoded scrolls to the top", async () => {
    await followLink(page, "/brain#50%");
    await expect(page).toHaveURL("/brain#50%");
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeInViewport();
    await expect(page).toHaveTitle(/Brain/);
  });
  await test.step("scrolling while the page settles is not overridden", async () => {
    await openHalfWay(page, "/pricing");
    await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/brain"]')?.click());
    await expect(page).toHaveURL("/brain");
    // Scrolls in the frame that restores the position, before the frames in which the page still settles.
    const moved = await page.evaluate(async () => {
      const drawn = () => new Promise((done) => requestAnimationFrame(done));
      history.back();
      // Further down than the page's height before it is complete.
      while (window.scrollY < 2000) await drawn();
      window.dispatchEvent(new WheelEvent("wheel"));
      window.scrollBy({ top: -300, behavior: "instant" });
      // Not the scroll position, which changes when sections above get their real heights.
      const topOf = (element: Element | undefined) => element?.getBoundingClientRect().top ?? Number.NaN;
      const seen = [...document.querySelectorAll("main :is(h2, h3, p, li, th)")].find(
        (element) => topOf(element) > 100 && topOf(element) < innerHeight,
      );
      const top = topOf(seen);
      for (let frame = 0; frame < 15; frame += 1) await drawn();
      return topOf(seen) - top;
    });
    expect(Math.abs(moved)).toBeLessThan(150);
  });
  expect(errors).toEqual([]);
});

/** Waits until the page is at this position, and checks that it stays. */
async function expectToStayAt(page: Page, place: { section: string; offset: number }): Promise<void> {
  const settled = async () => {
    const { section, offset } = await whereabouts(page);
    return section === place.section && Math.abs(offset - place.offset) <= 2 ? place : { section, offset };
  };
  await expect.poll(settled).toEqual(place);
  await still(page);
  expect(await settled()).toEqual(place);
}

async function expectAtHeading(page: Page, id: string): Promise<void> {
  const top = () => page.locator(`#${id}`).evaluate((heading) => heading.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(400);
  await still(page);
  expect(await top()).toBeGreaterThan(0);
  expect(await top()).toBeLessThan(400);
}

/** Follows a link as editors may add it to a text. */
async function followLink(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement("a");
    link.href = to;
    document.querySelector("main")?.append(link);
    link.click();
    link.remove();
  }, href);
}

test("text that grows above the window, as with a late font, does not move the visible text", async ({
  page,
}) => {
  await page.goto("/guide");
  await hydrated(page);
  await stopAt(page, 0.6);
  const read = await page.evaluateHandle(() =>
    [...document.querySelectorAll("main :is(h1, h2, p, li)")].find(
      (text) => text.getBoundingClientRect().top > innerHeight / 3,
    ),
  );
  const topOf = () => read.evaluate((element) => element?.getBoundingClientRect().top ?? 0);
  const before = await topOf();
  const grown = await page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>("main p")];
    const above = texts.findLast((text) => text.getBoundingClientRect().bottom < 0);
    const height = above?.offsetHeight ?? 0;
    above?.append(" and more".repeat(60));
    return (above?.offsetHeight ?? 0) - height;
  });
  expect(grown).toBeGreaterThan(40);
  await still(page);
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2);
});
