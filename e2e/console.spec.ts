import { expect, type Page, test } from "@playwright/test";
import { type AxeRules, violationsIn, violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { clippedFocusRings } from "./support/focusRings.ts";
import { goToScreen, openAccountMenu, openConsole } from "./support/openConsole.ts";
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
  for (const { viewport, colorScheme, rules } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect(
      await violationsOf(page, rules),
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
  await test.step("every entry of the navigation is visible at 700 px", async () => {
    await page.setViewportSize({ width: 1440, height: 700 });
    await expectAllInSight(page);
    await goToScreen(page, "Changes");
    await expectAllInSight(page);
    await expect(page.getByRole("heading", { level: 1, name: "Changes" })).toBeFocused();
    await page.getByRole("link", { name: "All screens" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await openAccountMenu(page);
    expect(await violationsOf(page), "The menu of the person is accessible.").toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: OWNER.email })).toBeFocused();
  });

  await test.step("the search opens screens, pages and other things by name", async () => {
    const search = page.getByRole("combobox", { name: "Search" });
    const choice = (name: string | RegExp) => page.getByRole("option", { name });
    await page.keyboard.press("ControlOrMeta+k");
    await expect(search).toBeFocused();
    await expect(page.getByRole("option").first()).toHaveText(/^Changes/);
    await search.fill("zz zz");
    await expect(page.getByRole("status").getByText(/Nothing matches “zz zz”/)).toBeVisible();
    await search.fill("pricing");
    await expect(choice("Plans and pricing /pricing")).toHaveAttribute("aria-selected", "true");
    await expect(choice(/^pricing-quiz-banner-is-active/)).toBeVisible();
    for (const { colorScheme, viewport } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const violations = await violationsIn(page, "dialog[open]");
      expect(violations, `The search is accessible, ${colorScheme}.`).toEqual([]);
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/console\/?\?f=is%2Cpage%2C%2Fpricing$/);
    await expect(search).toHaveCount(0);

    await page.getByRole("button", { name: "Search" }).click();
    await search.fill(OWNER.email);
    await expect(choice(`${OWNER.email} Owner`)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Anonymous ID, user ID, email address or lead ID")).toHaveValue(OWNER.email);
    await page.getByRole("button", { name: "Search" }).click();
    await search.fill("overv");
    const tab = page.waitForEvent("popup");
    await page.keyboard.press("ControlOrMeta+Enter");
    const opened = await tab;
    await expect(opened.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    expect(opened.url()).toMatch(/\/console\/?$/);
    await opened.close();
    await expect(page.getByRole("heading", { level: 1, name: "Privacy requests" })).toBeVisible();
    await page.getByRole("button", { name: "Search" }).click();
    await page.keyboard.press("Escape");
    await expect(search).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Search" })).toBeFocused();
  });

  await test.step("panels stay in the window, wherever their button is", async () => {
    await page.goto("/console/");
    for (const width of [660, 800, 1440]) {
      await page.setViewportSize({ width, height: 500 });
      for (const button of await page.getByRole("main").locator("button[aria-haspopup=dialog]").all()) {
        if ((await button.getAttribute("aria-expanded")) === null) continue;
        await button.click();
        const panel = page.getByRole("main").locator("[role=dialog]");
        await expect(panel).toBeInViewport({ ratio: 1 });
        await page.keyboard.press("Escape");
        await expect(panel).toHaveCount(0);
      }
    }
    await page.setViewportSize(DESKTOP);
  });

  await test.step("keys open screens and the list of shortcuts, unless they are turned off", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await expect(page.getByRole("heading", { level: 1, name: "Leads" })).toBeFocused();
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Search" }).fill("shortc");
    await page.keyboard.press("Enter");
    await expect(shortcuts.getByRole("heading", { level: 2 })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(shortcuts).toBeHidden();
    await page.keyboard.press("?");
    await expect(shortcuts).toBeVisible();
    expect(await violationsIn(page, "dialog[open]"), "The shortcuts are accessible.").toEqual([]);
    await page.getByRole("switch", { name: "Shortcuts without Ctrl or ⌘" }).press("Space");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await page.keyboard.press("ControlOrMeta+k");
    // The latest screen besides this one, in the other tab. It would be Leads if the keys had opened Events.
    await expect(page.getByRole("option").first()).toHaveText(/^Overview/);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { level: 1, name: "Leads" })).toBeVisible();
  });

  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Menu" }).click();
  for (const group of ["Traffic", "Visitors", "Site", "Health", "Settings"])
    await expect(page.getByRole("navigation").getByRole("list", { name: group, exact: true })).toBeVisible();
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
    await page.setViewportSize(PHONE);
    await openConsole(page, "/", "Overview");
    // Phones list all screens at once.
    await page.getByRole("button", { name: "Menu" }).click();
    const links = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
    const screens = await links.allTextContents();
    expect(screens.length).toBeGreaterThanOrEqual(17);
    await page.setViewportSize(DESKTOP);
    for (const screen of screens.filter((_, index) => index % PARTS === part)) {
      await test.step(screen, async () => {
        await goToScreen(page, screen);
        for (const { viewport, colorScheme, rules } of LOOKS) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme });
          await expect(page.locator(".pulses")).toHaveCount(0, { timeout: 60_000 });
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

/** Every link of the navigation and the button of the signed-in person are visible without scrolling. */
async function expectAllInSight(page: Page): Promise<void> {
  const navigation = page.getByRole("navigation", { name: "Screens" });
  const overflow = await navigation.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(overflow, "The navigation does not scroll.").toBeLessThanOrEqual(0);
  const links = await navigation.getByRole("link").all();
  expect(links.length).toBeGreaterThan(5);
  for (const link of [...links, page.getByRole("button", { name: OWNER.email })])
    await expect(link).toBeInViewport({ ratio: 1 });
}
