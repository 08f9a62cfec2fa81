import { DEFAULT_LOCALE, localeOfPath } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { type AxeRules, violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { delayFonts, fontsAreDrawn } from "./support/lateFonts.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { ALL_PAGES, NOT_FOUND_PAGES } from "./support/pages.ts";
import { readTo } from "./support/readThrough.ts";
import { DESKTOP, PHONE, TABLET } from "./support/viewports.ts";

/** What a translation can break: missing or empty texts, and its language. */
const RULES_OF_WORDS = [
  "button-name",
  "document-title",
  "empty-heading",
  "frame-title",
  "html-has-lang",
  "html-lang-valid",
  "image-alt",
  "label",
  "link-name",
  "valid-lang",
];

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const path of ALL_PAGES) {
  // A translation has the same markup and colors.
  const isTranslation = localeOfPath(path) !== DEFAULT_LOCALE;

  test(`${path} has no errors, no layout shift, no overflow, and is accessible`, async ({ page }) => {
    test.slow();
    const errors = collectConsoleErrors(page);
    await recordLayoutShift(page);
    for (const size of isTranslation ? [PHONE] : [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await openWithLateFonts(page, path);
      expect(await layoutShift(page), `fonts, ${size.width} px`).toBeLessThanOrEqual(0.01);
      await readPageThrough(page);
      expect(await layoutShift(page), `${size.width} px`).toBeLessThanOrEqual(0.02);
      expect(await violationsOf(page, rulesFor(size, isTranslation)), `${size.width} px`).toEqual([]);
      if (!isTranslation && size === PHONE) await expectReadableByNight(page);
    }
    for (const size of [PHONE, TABLET, DESKTOP]) await expectToFit(page, size);
    expect(errors).toEqual([]);
  });
}

for (const path of NOT_FOUND_PAGES) {
  test(`${path} is the site's own 404 page`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await expectReadableByNight(page);
  });
}

test("these are all pages that the sitemap lists", async ({ page, baseURL }) => {
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) =>
    url.replace(baseURL ?? "", ""),
  );
  expect(listed.sort()).toEqual([...ALL_PAGES].sort());
});

/** A phone gets every rule. A wide window changes colors only, apart from the header, which header.spec.ts checks. */
function rulesFor(size: typeof PHONE, isTranslation: boolean): AxeRules {
  if (size === DESKTOP) return { only: ["color-contrast"] };
  return isTranslation ? { only: RULES_OF_WORDS } : {};
}

/** In the fallback fonts first, as it is drawn where the fonts come late. */
async function openWithLateFonts(page: Page, path: string): Promise<void> {
  const releaseFonts = await delayFonts(page);
  // Loading ends with the fonts.
  const response = await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(response?.status()).toBe(200);
  expect(await fontsAreDrawn(page)).toBe(false);
  releaseFonts();
  await hydrated(page);
  await expect.poll(() => fontsAreDrawn(page)).toBe(true);
}

/** Down to the end and back up, so that everything has been drawn and hydrated. */
async function readPageThrough(page: Page): Promise<void> {
  await readTo(page, 1);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
}

/** Only colours differ between the themes. */
async function expectReadableByNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  // A theme that was asked for just now may take a moment to reach everything.
  await expect
    .poll(() => violationsOf(page, { only: ["color-contrast"] }), { message: "dark", timeout: 60_000 })
    .toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

async function expectToFit(page: Page, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
}
