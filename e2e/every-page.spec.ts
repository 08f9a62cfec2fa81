import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { ALL_PAGES, NOT_FOUND_PAGES } from "./support/pages.ts";

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const viewport of VIEWPORTS) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${viewport.width} px, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: "reduce" } });

      for (const path of ALL_PAGES) {
        test(`${path} runs without errors and is accessible`, async ({ page }) => {
          const errors = collectConsoleErrors(page);
          const response = await page.goto(path);
          expect(response?.status()).toBe(200);
          await hydrated(page);
          expect(await violationsOf(page)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
            viewport.width,
          );
          expect(errors).toEqual([]);
        });
      }

      for (const path of NOT_FOUND_PAGES) {
        test(`${path} is the site's own 404 page`, async ({ page }) => {
          const response = await page.goto(path);
          expect(response?.status()).toBe(404);
          await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
          expect(await violationsOf(page)).toEqual([]);
        });
      }
    });
  }
}

/** Each violation as one readable line: rule, and where. */
async function violationsOf(page: import("@playwright/test").Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}
