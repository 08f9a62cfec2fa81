import { expect, type Locator, type Page, test } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { clickFarDown, scrollFarDown } from "./support/clickFarDown.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { PHONE, VIEWPORTS } from "./support/viewports.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const OVERLAYS = [
  { name: "sign-up", title: "Start free", from: "/pricing", fallback: "/sign-up" },
  { name: "enterprise-sales", title: "Talk to sales", from: "/pricing", fallback: "/contact-sales" },
  { name: "ai-demo", title: "Try Trellis", from: "/", fallback: "/demo" },
] as const;

/** A link of the page itself that opens the overlay; the header hides some of its own on phones. */
const opener = (page: Page, name: string) => page.locator(`main a[data-overlay="${name}"]:visible`).first();

const dialogOf = (page: Page, title: string) => page.getByRole("dialog", { name: title });

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

const openPricing = (page: Page, query = "") => open(page, `/pricing${query}`);

/** Presses a key many times. @returns how often the focus left the dialog. At the end of a frame it may pass through the browser's own controls. */
async function countEscapes(dialog: Locator, key: "Tab" | "Shift+Tab"): Promise<number> {
  await dialog.evaluate((element) => {
    const isFocusIn = () => {
      const { activeElement, body } = document;
      const isPassing = activeElement === body && element.querySelector("iframe") !== null;
      return element.contains(activeElement) || isPassing;
    };
    element.dataset.escapes = "0";
    const note = () => {
      if (!isFocusIn()) element.dataset.escapes = String(Number(element.dataset.escapes) + 1);
    };
    for (const type of ["focusin", "focusout"]) document.addEventListener(type, () => setTimeout(note));
  });
  for (let stop = 0; stop < 25; stop += 1) await dialog.page().keyboard.press(key);
  return Number(await dialog.getAttribute("data-escapes"));
}

async function expectNoViolations(page: Page): Promise<void> {
  // Colors change until the entrance animation is over.
  await expect(page.locator("dialog:modal")).toHaveCSS("opacity", "1");
  expect(await violationsIn(page, "dialog")).toEqual([]);
}

for (const viewport of VIEWPORTS) {
  for (const { name, title, from } of OVERLAYS) {
    test.describe(`${name} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test("by mouse: opens, locks the page, closes on a click outside", async ({ page }) => {
        const errors = collectConsoleErrors(page);
        await recordLayoutShift(page);
        await open(page, from);
        await scrollFarDown(opener(page, name));
        const shiftBefore = await layoutShift(page);
        await opener(page, name).click();
        const dialog = dialogOf(page, title);
        await expect(dialog).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`\\?open=${name}$`));
        // Every width has the same markup and colors.
        if (viewport === PHONE) await expectNoViolations(page);

        const before = await page.evaluate(() => window.scrollY);
        await page.mouse.move(viewport.width / 2, 6);
        await page.mouse.wheel(0, 600);
        await page.waitForTimeout(100);
        expect(await page.evaluate(() => window.scrollY)).toBe(before);
        const box = await dialog.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);

        await page.mouse.click(viewport.width / 2, 6);
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL(from);
        await expect(opener(page, name)).toBeFocused();
        expect((await layoutShift(page)) - shiftBefore).toBeLessThanOrEqual(0.02);
        expect(errors).toEqual([]);
      });
    });
  }
}

for (const [index, { name, title, from }] of OVERLAYS.entries()) {
  const viewport = VIEWPORTS[index % VIEWPORTS.length] ?? PHONE;
  test.describe(`${name} by keyboard at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("opens, traps focus, restores it", async ({ page }) => {
      await open(page, from);
      await opener(page, name).focus();
      await page.keyboard.press("Enter");
      const dialog = dialogOf(page, title);
      await expect(dialog.getByRole("heading", { name: title })).toBeFocused();
      expect(await countEscapes(dialog, "Tab")).toBe(0);
      expect(await countEscapes(dialog, "Shift+Tab")).toBe(0);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(opener(page, name)).toBeFocused();
      await expect(page).toHaveURL(from);

      await page.keyboard.press("Enter");
      await expect(dialog).toBeVisible();
      await dialog.getByRole("button", { name: "Close" }).press("Enter");
      await expect(dialog).toBeHidden();
      await expect(opener(page, name)).toBeFocused();
    });
  });
}

test("the page behind an open overlay is inert", async ({ page }) => {
  await openPricing(page, "?open=sign-up");
  await expect(dialogOf(page, "Start free")).toBeVisible();
  const isReached = await opener(page, "sign-up").evaluate((link: HTMLElement) => {
    link.focus();
    return document.activeElement === link;
  });
  expect(isReached).toBe(false);
});

for (const [name, title, path] of [
  ["sign-up", "Start free", "/"],
  ["enterprise-sales", "Talk to sales", "/brain"],
  ["ai-demo", "Try Trellis", "/lp"],
] as const) {
  test(`${name} opens by URL on any page, and closing removes the query`, async ({ page }) => {
    await page.goto(`${path}?utm_source=x&open=${name}#main`);
    await expect(dialogOf(page, title)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialogOf(page, title)).toBeHidden();
    await expect(page).toHaveURL(`${path}?utm_source=x#main`);
  });
}

test("a URL without an overlay opens none", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  for (const value of ["", "constructor", "__proto__", "%20sign-up", "Sign-Up", "%3Cscript%3E"]) {
    await openPricing(page, `?open=${value}`);
    await expect(
      page.getByRole("dialog").filter({ visible: true, hasNotText: "count your visit" }),
    ).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});

test("Back closes and Forward opens again, across pages", async ({ page }) => {
  await openPricing(page);
  const dialog = dialogOf(page, "Talk to sales");
  await opener(page, "enterprise-sales").click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/pricing$/);
});

test("a new page starts at the top after an overlay was closed, and going back restores the scroll position", async ({
  page,
}) => {
  await openPricing(page);
  await opener(page, "enterprise-sales").click();
  await expect(dialogOf(page, "Talk to sales")).toBeVisible();
  const left = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("Escape");
  await expect(dialogOf(page, "Talk to sales")).toBeHidden();
  await clickFarDown(page.locator('footer a[href="/brain"]').first());
  await expect(page).toHaveURL(/\/brain$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(left);
});

test("input is still there when the overlay reopens", async ({ page }) => {
  await openPricing(page);
  const dialog = dialogOf(page, "Start free");
  await opener(page, "sign-up").click();
  await dialog.getByRole("textbox").first().fill("ada@analytical.example");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await opener(page, "sign-up").click();
  await expect(dialog.getByRole("textbox").first()).toHaveValue("ada@analytical.example");
});

test("selecting text past the edge does not close the overlay", async ({ page }) => {
  await openPricing(page, "?open=sign-up");
  const heading = dialogOf(page, "Start free").getByRole("heading", { name: "Start free" });
  const box = await heading.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move(4, 4);
  await page.mouse.up();
  await page.waitForTimeout(300);
  await expect(heading).toBeVisible();
});

test("closes through its exit animation: mounted, unmountSuspended, unmounted", async ({ page }) => {
  await openPricing(page, "?open=sign-up");
  await expect(dialogOf(page, "Start free")).toBeVisible();
  await page.evaluate(() => {
    const dialog = document.querySelector("dialog");
    const states = [dialog?.dataset.presence];
    new MutationObserver(() => {
      states.push(dialog?.dataset.presence);
      document.documentElement.dataset.presences = states.join(" ");
    }).observe(dialog as Element, { attributeFilter: ["data-presence"] });
  });
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).toHaveAttribute("data-presences", "mounted unmountSuspended unmounted");
  await expect(page.locator("dialog form")).toHaveCount(0);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("opens and closes at once", async ({ page }) => {
    await openPricing(page, "?open=sign-up");
    const dialog = page.locator("dialog").filter({ hasText: "Start free" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator('dialog[data-presence="unmounted"]')).toHaveCount(1);
    await expect(page.locator("dialog:modal")).toHaveCount(0);
  });
});

for (const { name, from, fallback } of OVERLAYS) {
  test(`a link to ${name} opens ${fallback} with a modifier key, and if its code fails to load`, async ({
    page,
    context,
  }) => {
    await page.route(/\/assets\/(SignUpOverlay|EnterpriseSalesModal|AiDemoModal).*\.js$/, (route) =>
      route.abort(),
    );
    await open(page, from);
    const opened = context.waitForEvent("page");
    await opener(page, name).click({ modifiers: ["ControlOrMeta"] });
    await expect(await opened).toHaveURL(fallback);
    await expect(page).toHaveURL(from);

    await page.bringToFront();
    await opener(page, name).click();
    await expect(page).toHaveURL(fallback);
  });
}

test("Escape cancels an overlay that is still loading, also if its code then fails to load", async ({
  page,
}) => {
  let answer: (isThere: boolean) => void = () => {};
  await page.route(/\/assets\/SignUpOverlay.*\.js$/, async (route) => {
    const isThere = await new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    await (isThere ? route.continue() : route.abort());
  });
  for (const isThere of [false, true]) {
    // Browsers may remember in a document that code failed to load.
    await openPricing(page);
    const asked = page.waitForRequest(/\/assets\/SignUpOverlay.*\.js$/);
    await opener(page, "sign-up").click();
    await asked;
    await expect(page).toHaveURL("/pricing?open=sign-up");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/pricing");
    answer(isThere);
    await page.waitForTimeout(300);
    await expect(page).toHaveURL("/pricing");
    await expect(page.locator("dialog:modal")).toHaveCount(0);
  }
  await opener(page, "sign-up").click();
  await expect(dialogOf(page, "Start free")).toBeVisible();
});

test("without JavaScript a link opens the equivalent page", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const { name, from, fallback } of OVERLAYS) {
    await page.goto(from);
    await opener(page, name).click();
    await expect(page).toHaveURL(fallback);
  }
  await context.close();
});

test("Escape in the demo's frame closes its modal", async ({ page }) => {
  await open(page, "/?open=ai-demo");
  const dialog = dialogOf(page, "Try Trellis");
  await dialog.frameLocator("iframe").getByRole("button").first().focus();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("overlays are in the page's language", async ({ page }) => {
  await page.goto("/de/pricing?open=enterprise-sales");
  const dialog = dialogOf(page, "Mit dem Vertrieb sprechen");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Schließen" }).click();
  await expect(dialog).toBeHidden();
});
