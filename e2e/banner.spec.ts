import { LANDING_PATHS, LOCALES, localizePath } from "@marquee/contract";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { BANNER_PAGE, publishBanner } from "./support/publishBanner.ts";

// The tests change the same flag file, so they run one after another.
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

test("is in the document above the header, on its paths only", async ({ page, request }) => {
  const text = await publishBanner(request, { paths: ["/lp/features/*"] });
  expect(await hasBanner(request, `${BANNER_PAGE}?utm_source=x`)).toBe(true);
  for (const other of ["/", "/lp", "/pricing", "/no-such-page"])
    expect(await hasBanner(request, other), other).toBe(false);
  await page.goto(BANNER_PAGE);
  await expect(bannerOf(page)).toContainText(text);
  const [banner, header] = [await bannerOf(page).boundingBox(), await page.getByRole("banner").boundingBox()];
  expect(header?.y).toBe(banner?.height);
});

test("a star matches every page except excluded ones", async ({ request }) => {
  const pages = ["/", ...LANDING_PATHS, ...LOCALES.map((locale) => localizePath("/pricing", locale))];
  await publishBanner(request, {
    paths: ["*"],
    excludedPaths: ["/", "/lp", "/lp/teams/*", "/lp/ai", "/brain", "/*pricing", ...pages.slice(6)],
  });
  expect(await hasBanner(request, BANNER_PAGE)).toBe(true);
  for (const path of pages.filter((each) => each !== BANNER_PAGE))
    expect(await hasBanner(request, path), path).toBe(false);
});

test("without a text, an address to follow or a label there is no banner", async ({ page, request }) => {
  for (const change of [
    { text: " " },
    { link: { href: "", children: "See" } },
    { link: { href: "/brain", children: "" } },
    { link: { href: "javascript:alert(1)", children: "See" } },
  ]) {
    await publishBanner(request, change);
    expect(await hasBanner(request, BANNER_PAGE), JSON.stringify(change)).toBe(false);
  }
  await page.goto(BANNER_PAGE);
  await hydrated(page);
  await expect(bannerOf(page)).toHaveCount(0);
});

test("stays closed for a year, from the first byte of the document", async ({ page, context, request }) => {
  await publishBanner(request);
  await page.goto(BANNER_PAGE);
  await hydrated(page);
  await closeOf(page).click();
  await expect(bannerOf(page)).toHaveCount(0);
  const cookie = (await context.cookies()).find(({ name }) => name === "cuPageBanner");
  expect(cookie).toMatchObject({ path: "/", sameSite: "Lax", domain: "127.0.0.1" });
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(365);
  const reloaded = await page.reload();
  expect(await reloaded?.text()).not.toContain(MARK);
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

test("shows on phones only if set to", async ({ page, request }) => {
  await page.setViewportSize({ width: 799, height: 800 });
  await publishBanner(request, { showOnMobile: false });
  await page.goto(BANNER_PAGE);
  await expect(bannerOf(page)).toBeHidden();
  await page.setViewportSize({ width: 800, height: 800 });
  await expect(bannerOf(page)).toBeVisible();
  await publishBanner(request, { showOnMobile: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(bannerOf(page)).toBeVisible();
});

test("if fully clickable, a click beside the text follows the link, and the button still closes it", async ({
  page,
  request,
}) => {
  await publishBanner(request, { fullyClickableUrl: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(BANNER_PAGE);
  await hydrated(page);
  await page.mouse.click(900, 20);
  await expect(page).toHaveURL(/\/brain$/);
  await page.goto(BANNER_PAGE);
  await hydrated(page);
  await closeOf(page).click();
  await expect(page).toHaveURL(BANNER_PAGE);
  await expect(bannerOf(page)).toHaveCount(0);
});

for (const width of [390, 1440]) {
  test(`nothing shifts at ${width} px: on load, and on navigation to and from pages without it`, async ({
    page,
    request,
  }) => {
    await publishBanner(request);
    await page.setViewportSize({ width, height: 900 });
    await recordLayoutShift(page);
    await page.goto("/brain");
    await hydrated(page);
    const go = (href: string) =>
      page.evaluate(
        (to) => document.querySelector<HTMLElement>(`main a[href="${to}"], footer a[href="${to}"]`)?.click(),
        href,
      );
    // A click by script is not user input, so every layout shift counts.
    await go(BANNER_PAGE);
    await expect(bannerOf(page)).toBeVisible();
    await page.waitForTimeout(600);
    await go("/brain");
    await expect(bannerOf(page)).toHaveCount(0);
    await page.waitForTimeout(600);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    await page.goto(BANNER_PAGE);
    await hydrated(page);
    await page.waitForTimeout(300);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });
}

const LOOKS = {
  plain: {},
  dark: { isDarkMode: true },
  "high contrast": { isHighContrast: true },
  "dark and high contrast": { isDarkMode: true, isHighContrast: true },
  "fully clickable": { fullyClickableUrl: true },
};

for (const [look, change] of Object.entries(LOOKS)) {
  test(`${look}: accessible, light and dark, and fits on phones and wide screens`, async ({
    page,
    request,
  }) => {
    await publishBanner(request, change);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(BANNER_PAGE);
    await hydrated(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => violationsIn(page, "[data-site-banner]"), { message: colorScheme }).toEqual([]);
    }
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}
