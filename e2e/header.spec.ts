import { LOCALES, localizePath } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { hydrated } from "./support/hydrated.ts";
import { turnWheel } from "./support/settled.ts";

/** On both sides of each change of the layout. */
const WIDTHS = [320, 360, 390, 799, 800, 1199, 1200];

const headerOf = (page: Page) => page.getByRole("banner");
const itemOf = (page: Page, label: string) =>
  headerOf(page).locator("details[data-menu] > summary", { hasText: label });
const panelOf = (page: Page, label: string) => itemOf(page, label).locator("xpath=following-sibling::*");

async function open(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

test.describe("at 800 px and wider", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("the bar and its panels by keyboard and mouse, accessible, above a page that scrolls", async ({
    page,
  }) => {
    await open(page);

    await test.step("by keyboard: along the bar, into a panel, through it and out", async () => {
      await itemOf(page, "Product").focus();
      await page.keyboard.press("ArrowRight");
      await expect(itemOf(page, "Solutions")).toBeFocused();
      await page.keyboard.press("End");
      await expect(headerOf(page).getByRole("link", { name: "Contact sales" })).toBeFocused();
      await page.keyboard.press("ArrowRight");
      await expect(itemOf(page, "Product")).toBeFocused();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Home");
      await expect(itemOf(page, "Product")).toBeFocused();

      const links = panelOf(page, "Product").getByRole("link");
      await page.keyboard.press("ArrowDown");
      await expect(links.first()).toBeFocused();
      await page.keyboard.press("End");
      await expect(links.last()).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(links.first()).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await expect(itemOf(page, "Product")).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Escape");
      await expect(itemOf(page, "Product")).toBeFocused();
      await expect(panelOf(page, "Product")).toBeHidden();

      await page.keyboard.press("Enter");
      await expect(panelOf(page, "Product")).toBeVisible();
      await panelOf(page, "Product").getByRole("link").last().focus();
      await page.keyboard.press("Tab");
      await expect(itemOf(page, "Solutions")).toBeFocused();
      await expect(panelOf(page, "Product")).toBeHidden();
      await page.keyboard.press("Space");
      await expect(panelOf(page, "Solutions")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(panelOf(page, "Solutions")).toBeHidden();
    });

    await test.step("open panels are accessible, light and dark", async () => {
      for (const label of ["Product", "Solutions"]) {
        await itemOf(page, label).click();
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expect
            .poll(() => violationsIn(page, "header[data-site-header]"), { message: colorScheme })
            .toEqual([]);
        }
      }
      await page.emulateMedia({ colorScheme: "light" });
      await page.keyboard.press("Escape");
    });

    await test.step("every department links to its section of the home page, and the header stays at the top", async () => {
      const hrefs = await panelOf(page, "Solutions")
        .locator("li a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      expect(hrefs).toHaveLength(9);
      for (const href of hrefs)
        await expect(page.locator(`#departments ${href.replace("/", "")}`), href).toHaveCount(1);
      await page.mouse.wheel(0, 1500);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
      expect((await headerOf(page).boundingBox())?.y).toBe(0);
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    });

    await test.step("by mouse: one panel at a time, closed by a click elsewhere, and its links open pages", async () => {
      await itemOf(page, "Product").click();
      await expect(panelOf(page, "Product").getByRole("link")).toHaveCount(6);
      await itemOf(page, "Solutions").click();
      await expect(panelOf(page, "Product")).toBeHidden();
      await expect(panelOf(page, "Solutions").getByRole("link")).toHaveCount(10);
      await page.mouse.click(700, 800);
      await expect(panelOf(page, "Solutions")).toBeHidden();

      await itemOf(page, "Product").click();
      await panelOf(page, "Product")
        .getByRole("link", { name: /Gantt charts/ })
        .click();
      await expect(page).toHaveURL("/lp/features/gantt-chart-view");
      await expect(panelOf(page, "Product")).toBeHidden();
      await itemOf(page, "Product").click();
      await expect(panelOf(page, "Product").locator('[aria-current="page"]')).toHaveText(/Gantt charts/);
    });
  });
});

test("without JavaScript the panels open and their links work", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/");
  await itemOf(page, "Product").click();
  await panelOf(page, "Product").getByRole("link", { name: /Brain/ }).click();
  await expect(page).toHaveURL(/\/brain$/);
  await context.close();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu covers the screen, opens one part at a time, and Escape closes it", async ({ page }) => {
    await open(page);
    await itemOf(page, "Menu").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(panelOf(page, "Menu").locator("summary", { hasText: "Product" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panelOf(page, "Menu")).toBeHidden();
    await expect(itemOf(page, "Menu")).toBeFocused();

    await itemOf(page, "Menu").click();
    const panel = panelOf(page, "Menu");
    // The consent dialog covers the end of the menu, which can be scrolled clear of it.
    await panel.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const question = await page.getByRole("dialog").boundingBox();
    const contact = await panel.getByRole("link", { name: "Contact sales" }).boundingBox();
    expect((contact?.y ?? 0) + (contact?.height ?? 0)).toBeLessThanOrEqual(question?.y ?? 0);
    await page.getByRole("button", { name: "Reject" }).click();
    await expect(panel).toBeHidden();
    await itemOf(page, "Menu").click();
    expect((await panel.boundingBox())?.height).toBeGreaterThan(700);
    await panel.locator("summary", { hasText: "Product" }).click();
    await expect(panel.getByRole("link", { name: "Gantt charts" })).toBeVisible();
    await panel.locator("summary", { hasText: "Solutions" }).click();
    await expect(panel.getByRole("link", { name: "Gantt charts" })).toBeHidden();
    await expect(panel.getByRole("link", { name: "Engineering" })).toBeVisible();
    expect(await violationsIn(page, "header[data-site-header]")).toEqual([]);
    await page.mouse.move(200, 400);
    await turnWheel(page, 2000);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await panel.getByRole("link", { name: "Pricing" }).click();
    await expect(page).toHaveURL("/pricing");
    await expect(panel).toBeHidden();

    // Another page closes the menu and its sections, even without a click in them.
    await itemOf(page, "Menu").click();
    await expect(panel.getByRole("link", { name: "Engineering" })).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(panel).toBeHidden();
  });
});

test("nothing overflows, wraps or collides in any language, at any width", async ({ page }) => {
  for (const locale of LOCALES)
    await test.step(locale, async () => {
      await page.goto(localizePath("/pricing", locale));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const row = await headerOf(page).evaluate((header) => {
          const items = [...header.querySelectorAll("a, summary")].filter(
            (item) => item.checkVisibility() && !item.closest("[data-menu-panel]"),
          );
          const boxes = items.map((item) => item.getBoundingClientRect()).sort((a, b) => a.left - b.left);
          const gaps = boxes.slice(1).map((box, index) => box.left - (boxes[index]?.right ?? 0));
          return { gap: Math.min(...gaps), height: Math.max(...boxes.map(({ height }) => height)) };
        });
        expect(row.gap, `${width} px`).toBeGreaterThanOrEqual(0);
        expect(row.height, `${width} px`).toBeLessThanOrEqual(44);
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(scrollWidth).toBeLessThanOrEqual(width);
      }
    });
});
