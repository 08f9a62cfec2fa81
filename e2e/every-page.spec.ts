import { DEFAULT_LOCALE, localeOfPath } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { ALL_PAGES, NOT_FOUND_PAGES } from "./support/pages.ts";

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 800, height: 1000 };
const DESKTOP = { width: 1440, height: 900 };

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const path of ALL_PAGES) {
  // A translation has the same markup and the same colours: what its words can spoil is looked at, once.
  const isTranslation = localeOfPath(path) !== DEFAULT_LOCALE;

  test(`${path} runs without errors, stays still, fits and is accessible`, async ({ page }) => {
    test.slow();
    const errors = collectConsoleErrors(page);
    await recordLayoutShift(page);
    for (const size of isTranslation ? [PHONE] : [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      expect((await page.goto(path))?.status()).toBe(200);
      await hydrated(page);
      await readThrough(page);
      expect(await layoutShift(page), `${size.width} px`).toBeLessThanOrEqual(0.02);
      expect(await violationsOf(page), `${size.width} px`).toEqual([]);
      if (!isTranslation) await expectReadableByNight(page);
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

/** Down to the end and back up, so that everything has been drawn and hydrated. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 700) {
      window.scrollTo({ top: y, behavior: "instant" });
      await new Promise((done) => setTimeout(done, 30));
    }
    window.scrollTo({ top: 0, behavior: "instant" });
  });
}

/** Only colours differ between the themes. */
async function expectReadableByNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  // A theme that was asked for just now may take a moment to reach everything.
  await expect
    .poll(() => violationsOf(page, ["color-contrast"]), { message: "dark", timeout: 10_000 })
    .toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

async function expectToFit(page: Page, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
}
