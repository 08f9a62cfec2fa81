import { expect, type Locator, type Page, test } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { VIEWPORTS } from "./support/viewports.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Terms of the comparison table that have a tooltip. */
const triggers = (page: Page) => page.locator("main table button[popovertarget]:visible");
const openTip = (page: Page) => page.locator('[role="tooltip"]:popover-open');

/** React hydrates the table once it is near the viewport, some time after the page. */
async function openPricing(page: Page): Promise<void> {
  await page.goto("/pricing");
  await hydrated(page);
  await page.locator("#calculator").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => {
    const tip = document.querySelector("main table [popover]");
    return tip !== null && Object.keys(tip).some((key) => key.startsWith("__react"));
  });
  await triggers(page).first().scrollIntoViewIfNeeded();
}

/** Vertical distance between a tooltip and its term, in pixels. */
async function gapBetween(tip: Locator, term: Locator): Promise<number> {
  const [tipBox, termBox] = [await tip.boundingBox(), await term.boundingBox()];
  if (!tipBox || !termBox) throw new Error("The tooltip or its term is not visible.");
  const above = termBox.y - tipBox.y - tipBox.height;
  const below = tipBox.y - termBox.y - termBox.height;
  return Math.max(above, below);
}

/** Every tooltip stays in the viewport without overlapping its term. */
async function expectTipsToFit(page: Page, viewport: { width: number; height: number }): Promise<void> {
  const count = Math.min(await triggers(page).count(), 6);
  expect(count).toBeGreaterThan(0);
  for (let index = 0; index < count; index += 1) {
    const trigger = triggers(page).nth(index);
    for (const block of ["start", "center", "end"] as const) {
      await trigger.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
      await trigger.press("Enter");
      await expect(openTip(page)).toHaveCSS("visibility", "visible");
      const tip = await openTip(page).boundingBox();
      const term = await trigger.boundingBox();
      if (!tip || !term) throw new Error("The tooltip or its term is not visible.");
      expect(Math.min(tip.x, tip.y)).toBeGreaterThanOrEqual(0);
      expect(tip.x + tip.width).toBeLessThanOrEqual(viewport.width);
      expect(tip.y + tip.height).toBeLessThanOrEqual(viewport.height);
      const isClear =
        tip.y >= term.y + term.height - 1 ||
        tip.y + tip.height <= term.y + 1 ||
        tip.x >= term.x + term.width - 1 ||
        tip.x + tip.width <= term.x + 1;
      expect(isClear).toBe(true);
      await page.keyboard.press("Escape");
      await expect(openTip(page)).toHaveCount(0);
    }
  }
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("by mouse: a click opens it next to the term; a second click or one elsewhere closes it", async ({
      page,
    }) => {
      const errors = collectConsoleErrors(page);
      await recordLayoutShift(page);
      await openPricing(page);
      const trigger = triggers(page).first();
      await trigger.click();
      await expect(openTip(page)).toBeVisible();
      await expect(openTip(page)).toHaveCSS("opacity", "1");
      await expect(trigger).toHaveAttribute("aria-expanded", "true");
      await expect(trigger).toHaveAccessibleDescription((await openTip(page).textContent()) ?? "");
      expect(await violationsIn(page, "main table")).toEqual([]);

      const shift = await layoutShift(page);
      await trigger.click();
      await expect(openTip(page)).toHaveCount(0);
      await expect(trigger).toHaveAttribute("aria-expanded", "false");
      await trigger.click();
      await expect(openTip(page)).toHaveCount(1);
      await page.mouse.click(viewport.width / 2, viewport.height - 4);
      await expect(openTip(page)).toHaveCount(0);
      expect((await layoutShift(page)) - shift).toBeLessThanOrEqual(0.02);
      await expectTipsToFit(page, viewport);
      expect(errors).toEqual([]);
    });
  });
}

test("by keyboard, and when the page scrolls", async ({ page }) => {
  await openPricing(page);
  const trigger = triggers(page).first();
  await test.step("Enter and Space open and close, Escape closes and keeps focus, one tooltip at a time", async () => {
    await trigger.focus();
    for (const key of ["Enter", "Space"]) {
      await page.keyboard.press(key);
      await expect(openTip(page)).toBeVisible();
      await page.keyboard.press(key);
      await expect(openTip(page)).toHaveCount(0);
    }
    await page.keyboard.press("Enter");
    await expect(openTip(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(openTip(page)).toHaveCount(0);
    await expect(trigger).toBeFocused();
    await expect(trigger).toHaveAttribute("aria-expanded", "false");

    await trigger.press("Enter");
    await triggers(page).nth(1).press("Enter");
    await expect(openTip(page)).toHaveCount(1);
    await expect(trigger).toHaveAttribute("aria-expanded", "false");
    await expect(triggers(page).nth(1)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Escape");
    await expect(openTip(page)).toHaveCount(0);
  });
  await test.step("an open tooltip follows its term on scroll, and closes when the term leaves the viewport", async () => {
    await trigger.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await trigger.press("Enter");
    await expect(openTip(page)).toHaveCSS("visibility", "visible");
    const distance = async () => {
      const [tip, term] = [await openTip(page).boundingBox(), await trigger.boundingBox()];
      return Math.round((tip?.y ?? 0) - (term?.y ?? 0));
    };
    const before = await distance();
    await page.evaluate(() => window.scrollBy({ top: 60, behavior: "instant" }));
    await expect.poll(distance).toBe(before);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await expect(openTip(page)).toHaveCount(0);
  });
});

test("a tooltip opened before hydration stays open and is positioned", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(?!entry-boot).*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/pricing", { waitUntil: "commit" });
  const trigger = triggers(page).first();
  await trigger.scrollIntoViewIfNeeded();
  await trigger.click();
  await expect(openTip(page)).toBeVisible();
  expect(await gapBetween(openTip(page), trigger)).toBeLessThanOrEqual(16);
  release();
  await hydrated(page);
  await expect(openTip(page)).toHaveCount(1);
  expect(await gapBetween(openTip(page), trigger)).toBeLessThanOrEqual(16);
});

test("help that opens on load", async ({ page }) => {
  await test.step("is next to its button, takes no focus, and closes with Escape", async () => {
    await page.goto("/lp/features/gantt-chart-view");
    await expect(openTip(page)).toContainText("This chart is live");
    await expect(openTip(page)).toHaveCSS("background-color", /^(?:oklch\(1 0 0\)|lab\(100 0 0\))$/);
    const trigger = page.getByRole("button", { name: "About this chart" });
    await expect(trigger).toHaveAttribute("aria-expanded", "true");
    await expect(openTip(page)).toHaveCSS("visibility", "visible");
    const [tip, button] = [await openTip(page).boundingBox(), await trigger.boundingBox()];
    expect((button?.x ?? 0) - (tip?.x ?? 0) - (tip?.width ?? 0)).toBeCloseTo(8, 0);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(openTip(page)).toHaveCount(0);
  });
  await test.step("stays closed on a phone, where it would cover the consent dialog", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/lp/features/gantt-chart-view");
    await expect(page.getByRole("button", { name: "About this chart" })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
    await expect(openTip(page)).toHaveCount(0);
  });
});

test("works without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/pricing");
  const trigger = triggers(page).first();
  await trigger.click();
  await expect(openTip(page)).toBeVisible();
  expect(await gapBetween(openTip(page), trigger)).toBeLessThanOrEqual(16);
  expect(await gapBetween(openTip(page), trigger)).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await expect(openTip(page)).toHaveCount(0);
  await context.close();
});
