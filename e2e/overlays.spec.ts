import { expect, type Locator, type Page, test } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { clickFarDown, scrollFarDown } from "./support/clickFarDown.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { settled, turnWheel } from "./support/settled.ts";
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
  expect(await violationsIn(page, "dialog[open]")).toEqual([]);
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("by mouse: opens, locks the page, closes on a click outside", async ({ page }) => {
      const errors = collectConsoleErrors(page);
      await recordLayoutShift(page);
      for (const { name, title, from } of OVERLAYS) await test.step(name, () => byMouse(name, title, from));
      expect(errors).toEqual([]);

      async function byMouse(name: string, title: string, from: string): Promise<void> {
        if (!page.url().endsWith(from)) await open(page, from);
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
        await turnWheel(page, 600);
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
      }
    });
  });
}

test("by keyboard: opens, traps focus, restores it", async ({ page }) => {
  test.slow();
  for (const [index, { name, title, from }] of OVERLAYS.entries()) {
    const viewport = VIEWPORTS[index % VIEWPORTS.length] ?? PHONE;
    await test.step(`${name} at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
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
  }
  await test.step("Escape in the demo's frame closes its modal", async () => {
    const dialog = dialogOf(page, "Try Trellis");
    await page.keyboard.press("Enter");
    await dialog.frameLocator("iframe").getByRole("button").first().focus();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});

test("each opens by URL on any page, in its language, and closing removes the query", async ({ page }) => {
  for (const [name, title, path] of [
    ["sign-up", "Start free", "/"],
    ["enterprise-sales", "Talk to sales", "/brain"],
    ["ai-demo", "Try Trellis", "/lp"],
    ["enterprise-sales", "Mit dem Vertrieb sprechen", "/de/pricing"],
  ] as const)
    await test.step(`${name} on ${path}`, async () => {
      await page.goto(`${path}?utm_source=x&open=${name}#main`);
      const dialog = dialogOf(page, title);
      await expect(dialog).toBeVisible();
      if (path === "/de/pricing") await dialog.getByRole("button", { name: "Schließen" }).click();
      else await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(`${path}?utm_source=x#main`);
    });
});

test("input stays, Back closes and Forward opens again, and the scroll position is restored", async ({
  page,
}) => {
  const signUp = dialogOf(page, "Start free");
  const sales = dialogOf(page, "Talk to sales");
  await openPricing(page);

  await test.step("input is still there when the overlay reopens", async () => {
    await opener(page, "sign-up").click();
    await signUp.getByRole("textbox").first().fill("ada@analytical.example");
    await page.keyboard.press("Escape");
    await expect(signUp).toBeHidden();
    await opener(page, "sign-up").click();
    await expect(signUp.getByRole("textbox").first()).toHaveValue("ada@analytical.example");
    await page.keyboard.press("Escape");
    await expect(signUp).toBeHidden();
    await expect(page).toHaveURL(/\/pricing$/);
  });

  await test.step("Back closes and Forward opens again, across pages", async () => {
    await opener(page, "enterprise-sales").click();
    await expect(sales).toBeVisible();
    await page.goBack();
    await expect(sales).toBeHidden();
    await expect(page).toHaveURL(/\/pricing$/);
    await page.goForward();
    await expect(sales).toBeVisible();
    await page.reload();
    await expect(sales).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sales).toBeHidden();
    await expect(page).toHaveURL(/\/pricing$/);
  });

  await test.step("a new page starts at the top after an overlay was closed, and going back restores the scroll position", async () => {
    await openPricing(page);
    await opener(page, "enterprise-sales").click();
    await expect(sales).toBeVisible();
    const left = await page.evaluate(() => window.scrollY);
    await page.keyboard.press("Escape");
    await expect(sales).toBeHidden();
    await clickFarDown(page.locator('footer a[href="/brain"]').first());
    await expect(page).toHaveURL(/\/brain$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/pricing$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(left);
  });
});

test("an open overlay: the page behind, and how it closes", async ({ page }) => {
  await openPricing(page, "?open=sign-up");
  const dialog = dialogOf(page, "Start free");
  await expect(dialog).toBeVisible();

  await test.step("the page behind it is inert", async () => {
    const isReached = await opener(page, "sign-up").evaluate((link: HTMLElement) => {
      link.focus();
      return document.activeElement === link;
    });
    expect(isReached).toBe(false);
  });

  await test.step("closes through its exit animation: mounted, unmountSuspended, unmounted", async () => {
    await page.evaluate(() => {
      const dialog = document.querySelector("dialog");
      const states = [dialog?.dataset.presence];
      new MutationObserver(() => {
        states.push(dialog?.dataset.presence);
        document.documentElement.dataset.presences = states.join(" ");
      }).observe(dialog as Element, { attributeFilter: ["data-presence"] });
    });
    await page.keyboard.press("Escape");
    await expect(page.locator("html")).toHaveAttribute(
      "data-presences",
      "mounted unmountSuspended unmounted",
    );
    await expect(page.locator("dialog form")).toHaveCount(0);
  });

  await test.step("with reduced motion, opens and closes immediately", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openPricing(page, "?open=sign-up");
    await expect(page.locator("dialog").filter({ hasText: "Start free" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator('dialog[data-presence="unmounted"]')).toHaveCount(1);
    await expect(page.locator("dialog:modal")).toHaveCount(0);
  });
});

test("a link opens the equivalent page with a modifier key, and if the overlay's code fails to load", async ({
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route(/\/assets\/(SignUpOverlay|EnterpriseSalesModal|AiDemoModal).*\.js$/, (route) =>
    route.abort(),
  );
  for (const { name, from, fallback } of OVERLAYS)
    await test.step(name, async () => {
      await open(page, from);
      const opened = context.waitForEvent("page");
      await opener(page, name).click({ modifiers: ["ControlOrMeta"] });
      const other = await opened;
      await expect(other).toHaveURL(fallback);
      await other.close();
      await expect(page).toHaveURL(from);

      await page.bringToFront();
      await opener(page, name).click();
      await expect(page).toHaveURL(fallback);
    });
});

// The unit test of parseOverlayName has more.
test("a URL without an overlay opens none", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const value of ["constructor", "%3Cscript%3E"]) {
    await openPricing(page, `?open=${value}`);
    await expect(
      page.getByRole("dialog").filter({ visible: true, hasNotText: "count your visit" }),
    ).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});

test("Escape cancels an overlay that is still loading, even if its code then fails to load", async ({
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
    const codeRequest = page.waitForRequest(/\/assets\/SignUpOverlay.*\.js$/);
    await opener(page, "sign-up").click();
    await codeRequest;
    await expect(page).toHaveURL("/pricing?open=sign-up");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/pricing");
    answer(isThere);
    await settled(page);
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
