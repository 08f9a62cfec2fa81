import { expect, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { goToScreen } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";

for (const width of [390, 1440]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${width} px, ${colorScheme}`, () => {
      test.use({
        viewport: { width, height: 900 },
        colorScheme,
        contextOptions: { reducedMotion: "reduce" },
      });

      test("the console runs without errors and is accessible", async ({ page }) => {
        // Seven screens, each looked at by axe.
        test.slow();
        const errors = collectConsoleErrors(page);
        await page.goto("/console");
        await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
        await page.getByLabel("E-mail").fill(OWNER.email);
        await page.getByLabel("Password").fill("wrong, but long enough");
        await page.getByRole("button", { name: "Sign in" }).click();
        await expect(page.getByRole("alert")).toHaveText("Incorrect email or password.");
        await page.getByLabel("Password").fill(OWNER.password);
        await page.getByRole("button", { name: "Sign in" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
        for (const screen of ["Overview", "Live", "Events", "Data quality", "Consent", "Data rights"]) {
          await goToScreen(page, screen);
          await expect(page.locator(".pulses")).toHaveCount(0);
          expect(await violationsOf(page)).toEqual([]);
        }
        // The refused sign-in is the one thing that the browser itself reports.
        expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
        const menu = page.getByRole("button", { name: "Menu" });
        if (await menu.isVisible()) await menu.click();
        await page.getByRole("button", { name: /Sign out/ }).click();
        await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      });
    });
  }
}
