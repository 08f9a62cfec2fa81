import { LANDING_PATHS, LOCALES, localizePath } from "@marquee/contract";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { BANNER_PAGE, publishBanner } from "./support/publishBanner.ts";
import { settled } from "./support/settled.ts";
import { DESKTOP, PHONE } from "./support/viewports.ts";

// The tests change the same files, so they run one after another.
test.describe.configure({ mode: "default" });
test.afterAll(async ({ request }) => {
  await publishBanner(request, { paths: [] });
});

/** Attribute in the served HTML of a page with the banner. */
const MARK = "data-site-banner";
const hasBanner = async (request: APIRequestContext, path: string) =>
  (await (await request.get(path)).text()).includes(MARK);

const bannerOf = (page: Page) => page.getByRole("complementary", { name: "Announcement" });
const closeOf = (page: Page) => bannerOf(page).getByRole("button", { name: "Close announcement" });

async function expectAboveHeader(page: Page): Promise<void> {
  const [banner, header] = [await bannerOf(page).boundingBox(), await page.getByRole("banner").boundingBox()];
  expect(header?.y).toBe(banner?.height);
}

/** Shows the banner that the server currently serves, without another page load. */
async function refreshBanner(page: Page): Promise<void> {
  await page.evaluate(async (mark) => {
    // The page's policy (`require-trusted-types-for`) allows no other parser.
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.open("GET", location.href);
    await new Promise((resolve) => {
      request.onload = resolve;
      request.send();
    });
    const served = request.responseXML?.querySelector(`[${mark}]`);
    if (!served) throw new Error("The page has no banner.");
    document.querySelector(`[${mark}]`)?.replaceWith(served);
  }, MARK);
}

test("is on its paths only, above the header, fully clickable if set to, and can be closed", async ({
  page,
  context,
  request,
}) => {
  const text = await publishBanner(request, { paths: ["/lp/features/*"], fullyClickableUrl: true });
  await test.step("is in the document above the header, on its paths only", async () => {
    expect(await hasBanner(request, `${BANNER_PAGE}?utm_source=x`)).toBe(true);
    for (const other of ["/", "/lp", "/pricing", "/no-such-page"])
      expect(await hasBanner(request, other), `${other} has no banner.`).toBe(false);
    await page.setViewportSize(DESKTOP);
    await page.goto(BANNER_PAGE);
    await hydrated(page);
    await expect(bannerOf(page)).toContainText(text);
    await expectAboveHeader(page);
  });

  await test.step("a click next to the text follows the link, and the button still closes it", async () => {
    await page.mouse.click(900, 20);
    await expect(page).toHaveURL(/\/brain$/);
    await page.goBack();
    await expect(page).toHaveURL(BANNER_PAGE);
    await hydrated(page);
    await closeOf(page).click();
    await expect(bannerOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(BANNER_PAGE);
  });

  await test.step("stays closed for a year, from the first byte of the document", async () => {
    const cookie = (await context.cookies()).find(({ name }) => name === "cuPageBanner");
    expect(cookie).toMatchObject({ path: "/", sameSite: "Lax", domain: "127.0.0.1" });
    const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    const reloaded = await page.reload();
    expect(await reloaded?.text()).not.toContain(MARK);
    await hydrated(page);
    await expect(bannerOf(page)).toHaveCount(0);
  });
});

test("a star matches every page except excluded ones", async ({ request }) => {
  const pages = ["/", ...LANDING_PATHS, ...LOCALES.map((locale) => localizePath("/pricing", locale))];
  await publishBanner(request, {
    paths: ["*"],
    excludedPaths: ["/", "/lp", "/lp/teams/*", "/lp/ai", "/brain", "/*pricing", ...pages.slice(6)],
  });
  expect(await hasBanner(request, BANNER_PAGE)).toBe(true);
  for (const path of pages.filter((each) => each !== BANNER_PAGE))
    expect(await hasBanner(request, path), `${path} has no banner.`).toBe(false);
});

// siteBanner.test.ts and moveBanner.test.ts have the other values.
test("without a text or an address to follow there is no banner", async ({ page, request }) => {
  await publishBanner(request, { text: " " });
  expect(await hasBanner(request, BANNER_PAGE)).toBe(false);
  await publishBanner(request, { link: { href: "", children: "See" } });
  expect(await hasBanner(request, BANNER_PAGE)).toBe(false);
  await page.goto(BANNER_PAGE);
  await hydrated(page);
  await expect(bannerOf(page)).toHaveCount(0);
});

test("with unknown icons, shows none, closes by keyboard and moves focus to the header", async ({
  page,
  request,
}) => {
  const errors = collectConsoleErrors(page);
  await publishBanner(request, { iconStart: "no-such-icon", iconEnd: "constructor" });
  await page.goto(BANNER_PAGE);
  await hydrated(page);
  await expectAboveHeader(page);
  await expect(bannerOf(page).locator("p svg")).toHaveCount(0);
  await closeOf(page).focus();
  await page.keyboard.press("Enter");
  await expect(bannerOf(page)).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("banner").locator("summary").first()).toBeFocused();
  expect(errors).toEqual([]);
});

test("closes once React runs if pressed before", async ({ page, request }) => {
  await publishBanner(request);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/entry-client.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(BANNER_PAGE);
  await closeOf(page).click();
  await expect(bannerOf(page)).toBeVisible();
  release();
  await expect(bannerOf(page)).toHaveCount(0);
});

test("without JavaScript, shows its link and no close button", async ({ browser, baseURL, request }) => {
  const text = await publishBanner(request);
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto(BANNER_PAGE);
  await expect(bannerOf(page)).toContainText(text);
  await expect(closeOf(page)).toBeHidden();
  await bannerOf(page).getByRole("link").click();
  await expect(page).toHaveURL(/\/brain$/);
  await context.close();
});

test("nothing shifts: on load, and on navigation to and from pages without it", async ({ page, request }) => {
  await publishBanner(request);
  await recordLayoutShift(page);
  for (const width of [390, 1440])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(BANNER_PAGE);
      await hydrated(page);
      await settled(page);
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
      const go = (href: string) =>
        page.evaluate(
          (to) =>
            document.querySelector<HTMLElement>(`main a[href="${to}"], footer a[href="${to}"]`)?.click(),
          href,
        );
      // A click by script is not user input, so every layout shift counts.
      await go("/brain");
      await expect(bannerOf(page)).toHaveCount(0);
      await settled(page);
      await go(BANNER_PAGE);
      await expect(bannerOf(page)).toBeVisible();
      await settled(page);
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    });
});

const LOOKS = {
  plain: {},
  dark: { isDarkMode: true },
  "high contrast": { isHighContrast: true },
  "dark and high contrast": { isDarkMode: true, isHighContrast: true },
  "fully clickable": { fullyClickableUrl: true },
};

test("every look is accessible, light and dark, and fits on phones and wide screens", async ({
  page,
  request,
}) => {
  await publishBanner(request);
  await page.goto(BANNER_PAGE);
  await hydrated(page);
  for (const [look, change] of Object.entries(LOOKS)) {
    await test.step(look, async () => {
      const text = await publishBanner(request, change);
      await refreshBanner(page);
      await expect(bannerOf(page)).toContainText(text);
      await page.setViewportSize(PHONE);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect
          .poll(() => violationsIn(page, `[${MARK}]`), {
            message: `The banner is accessible in ${colorScheme} mode.`,
          })
          .toEqual([]);
      }
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          viewport.width,
        );
      }
    });
  }

  await test.step("shows on phones only if set to", async () => {
    await publishBanner(request, { showOnMobile: false });
    await refreshBanner(page);
    await page.setViewportSize({ width: 799, height: 800 });
    await expect(bannerOf(page)).toBeHidden();
    await page.setViewportSize({ width: 800, height: 800 });
    await expect(bannerOf(page)).toBeVisible();
    await publishBanner(request, { showOnMobile: true });
    await refreshBanner(page);
    await page.setViewportSize(PHONE);
    await expect(bannerOf(page)).toBeVisible();
  });
});
