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
test.slow();

for (const path of ALL_PAGES) {
  test(`${path} runs without errors, stays still, fits and is accessible, in light and dark`, async ({
    page,
  }) => {
    const errors = collectConsoleErrors(page);
    await recordLayoutShift(page);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      expect((await page.goto(path))?.status()).toBe(200);
      await hydrated(page);
      expect(await layoutShift(page), `${size.width} px`).toBeLessThanOrEqual(0.02);
      await expectAccessible(page);
      await expectToFit(page);
    }
    await page.setViewportSize(TABLET);
    await expectToFit(page);
    expect(errors).toEqual([]);
  });
}

for (const path of NOT_FOUND_PAGES) {
  test(`${path} is the site's own 404 page`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
}

test("these are all pages that the sitemap lists", async ({ page, baseURL }) => {
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) =>
    url.replace(baseURL ?? "", ""),
  );
  expect(listed.sort()).toEqual([...ALL_PAGES].sort());
});

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page), `${page.viewportSize()?.width} px, ${colorScheme}`).toEqual([]);
  }
}

async function expectToFit(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
