import { expect, test } from "@playwright/test";
import { type AxeRules, violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { clippedFocusRings } from "./support/focusRings.ts";
import { goToScreen, openConsole } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";
import { DESKTOP, PHONE } from "./support/viewports.ts";

// Each width in one theme: colors depend only on the theme, the layout only on the width.
const LOOKS: { viewport: typeof PHONE; colorScheme: "light" | "dark"; rules: AxeRules }[] = [
  { viewport: PHONE, colorScheme: "dark", rules: {} },
  { viewport: DESKTOP, colorScheme: "light", rules: { only: ["color-contrast"] } },
];
/** The number of tests that share the screens. */
const PARTS = 2;

test("the sign-in form opens the console until sign-out", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(PHONE);
  await page.goto("/console");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  for (const { viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect(
      await violationsOf(page),
      `The form is accessible at ${viewport.width} px, ${colorScheme}.`,
    ).toEqual([]);
  }
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill("wrong, but long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Incorrect email or password.");
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(await violationsOf(page), "The wide layout is accessible.").toEqual([]);
  await expect(page.getByRole("button", { name: /Sign out/ })).toBeVisible();
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await clippedFocusRings(page), "Focus is visible in the menu.").toEqual([]);
  await page.getByRole("button", { name: /Sign out/ }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // The browser itself reports the rejected sign-in.
  expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
});

for (let part = 0; part < PARTS; part += 1) {
  test(`every screen opens without errors, fits and is accessible: part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    // Axe scans every screen.
    test.setTimeout(180_000);
    const errors = collectConsoleErrors(page);
    await page.setViewportSize(DESKTOP);
    await openConsole(page, "/", "Overview");
    const links = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
    const screens = await links.allTextContents();
    expect(screens.length).toBeGreaterThanOrEqual(17);
    for (const screen of screens.filter((_, index) => index % PARTS === part)) {
      await test.step(screen, async () => {
        await goToScreen(page, screen);
        for (const { viewport, colorScheme, rules } of LOOKS) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme });
          await expect(page.locator(".pulses")).toHaveCount(0);
          const look = `at ${viewport.width} px, ${colorScheme}`;
          expect(await violationsOf(page, rules), `The screen is accessible ${look}.`).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `The screen fits ${look}.`).toBeLessThanOrEqual(0);
          expect(await clippedFocusRings(page), `Focus is visible ${look}.`).toEqual([]);
        }
      });
    }
    expect(errors).toEqual([]);
  });
}
