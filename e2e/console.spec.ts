import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { goToScreen, openConsole } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";

// Each width in one theme: colors depend only on the theme, the layout only on the width.
const LOOKS = [
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
] as const;

const openMenu = async (page: Page) => {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
};

for (const { viewport, colorScheme } of LOOKS) {
  test.describe(`${viewport.width} px, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("the sign-in form opens the console until sign-out", async ({ page }) => {
      const errors = collectConsoleErrors(page);
      await page.goto("/console");
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel("Email").fill(OWNER.email);
      await page.getByLabel("Password").fill("wrong, but long enough");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("alert")).toHaveText("Incorrect email or password.");
      await page.getByLabel("Password").fill(OWNER.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
      await openMenu(page);
      await page.getByRole("button", { name: /Sign out/ }).click();
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      // The browser itself reports the rejected sign-in.
      expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
    });

    test("every screen opens without errors, fits and is accessible", async ({ page }) => {
      // Axe scans every screen.
      test.setTimeout(180_000);
      const errors = collectConsoleErrors(page);
      await openConsole(page, "/", "Overview");
      await openMenu(page);
      const links = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
      const screens = await links.allTextContents();
      expect(screens.length).toBeGreaterThanOrEqual(17);
      await page.reload();
      for (const screen of screens) {
        await goToScreen(page, screen);
        await expect(page.locator(".pulses")).toHaveCount(0);
        expect(await violationsOf(page), screen).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, screen).toBeLessThanOrEqual(0);
      }
      expect(errors).toEqual([]);
    });
  });
}
