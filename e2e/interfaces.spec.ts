import { expect, type Locator, type Page, test } from "@playwright/test";
import { denyConsent } from "./support/denyConsent.ts";
import { hydrated } from "./support/hydrated.ts";
import { VIEWPORTS } from "./support/viewports.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const GANTT = "/lp/features/gantt-chart-view";

for (const viewport of VIEWPORTS) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: true });

    test("in the Gantt chart a bar is dragged, resized at its end, and its drag canceled with Escape, by mouse", async ({
      page,
    }) => {
      await open(page, GANTT);
      const design = bar(page, "Design");
      await drag(page, design, 2);
      await expect(design).toHaveAttribute("aria-valuenow", "9");
      await expect(bar(page, "Build")).toHaveAttribute("aria-valuenow", "14");
      await expect(page.getByText("on the promised day")).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(design).toHaveAttribute("aria-valuenow", "7");
      await page.getByRole("button", { name: "Redo" }).click();
      await expect(design).toHaveAttribute("aria-valuenow", "9");
      await page.getByRole("button", { name: "Start over" }).click();
      await expect(design).toHaveAttribute("aria-valuenow", "7");

      const copy = bar(page, "Write the copy");
      await drag(page, copy.locator("[data-edge=end]"), 1);
      await expect(copy).toHaveAttribute("aria-valuetext", /5 days$/);
      await expect(bar(page, "Translate")).toHaveAttribute("aria-valuenow", "12");
      await page.getByRole("button", { name: "Undo" }).click();

      const { x, y } = await middleOf(design);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 3 * (await dayWidth(page)), y, { steps: 4 });
      await expect(design).toHaveAttribute("aria-valuenow", "10");
      await page.keyboard.press("Escape");
      await page.mouse.up();
      await expect(design).toHaveAttribute("aria-valuenow", "7");
    });

    test("the Gantt chart works by touch, and the page still scrolls over it", async ({ page }) => {
      await open(page, GANTT);
      const design = bar(page, "Design");
      const { x, y } = await middleOf(design);
      const days = 3 * (await dayWidth(page));
      await swipe(page, { x, y }, { x: x + days, y });
      await expect(design).toHaveAttribute("aria-valuenow", "10");

      const before = await page.evaluate(() => window.scrollY);
      const from = await middleOf(bar(page, "Build"));
      await swipe(page, from, { x: from.x, y: from.y - 160 });
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 60);
      await expect(bar(page, "Build")).toHaveAttribute("aria-valuenow", "15");
    });

    test("the chat plays step by step, can be skipped and replayed", async ({ page }) => {
      await open(page, "/brain");
      const log = page.getByRole("log");
      const chat = page.getByRole("figure", { name: "Scripted conversation with Brain" });
      await expect(chat.getByText("Scripted example")).toBeVisible();
      await page.getByRole("button", { name: "Write the update for Friday" }).focus();
      await page.keyboard.press("Enter");
      await expect(log.getByText("Here’s a draft for you to edit:")).toBeVisible();
      await expect(log.getByText("It stays a draft until you share it.")).toBeHidden();
      await page.getByRole("button", { name: "Skip" }).click();
      await expect(log.getByText("It stays a draft until you share it.")).toBeVisible();
      await page.getByRole("button", { name: "Replay" }).click();
      await expect(log.getByText("It stays a draft until you share it.")).toBeHidden();
      await expect(log.getByText("It stays a draft until you share it.")).toBeVisible();
      await expect(log.getByRole("link", { name: "Source: Website relaunch / Board" })).toHaveAttribute(
        "href",
        "/#board",
      );
    });

    test("a card is dragged by touch at its handle, and by mouse", async ({ page }) => {
      await open(page, "/");
      const card = page.locator("[data-card=copy]");
      const handle = await middleOf(card.locator("[data-control=grip]"));
      const next = await page.locator("[data-column='1']").boundingBox();
      await swipe(page, handle, { x: (next?.x ?? 0) + 30, y: handle.y + 10 });
      await expect(column(page, 1)).toContainText("Rewrite the sign-up page");
      await page.locator("#board").getByRole("button", { name: "Undo" }).click();
      await expect(column(page, 0)).toContainText("Rewrite the sign-up page");

      const from = await middleOf(card.getByText("Rewrite the sign-up page"));
      const to = await page.locator("[data-column='1']").boundingBox();
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((to?.x ?? 0) + 40, from.y - 20, { steps: 6 });
      await page.mouse.up();
      await expect(column(page, 1).locator("[data-card]").first()).toContainText("Rewrite the sign-up page");
    });
  });
}

test("the Gantt chart works by keyboard, announces changes, and can be read as a table", async ({ page }) => {
  await open(page, GANTT);
  const design = bar(page, "Design");
  const announced = page.getByRole("figure", { name: "Sample Gantt chart" }).getByRole("status");
  await design.focus();
  await page.keyboard.press("ArrowRight");
  await expect(announced).toHaveText(/^Design: .* Also moved: Build, Test with a keyboard, Launch\.$/);
  await page.keyboard.press("Shift+ArrowRight");
  await expect(design).toHaveAttribute("aria-valuetext", /6 days$/);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(design).toHaveAttribute("aria-valuenow", "7");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(announced).toHaveText("Design can’t move: it waits for Page structure.");
  await page.keyboard.press("Control+Shift+z");
  await expect(design).toHaveAttribute("aria-valuenow", "8");
  await expect(design).toBeFocused();
  await page.getByText("View as a table").click();
  await expect(page.getByRole("row", { name: /^Design/ })).toHaveText(
    "DesignWed, week 2Tue, week 35Page structure",
  );
});

test("a card moves by keyboard and by its arrow button, keeps focus, and moves back", async ({ page }) => {
  await open(page, "/");
  const grip = page.getByRole("button", { name: "Rewrite the sign-up page: move" });
  await grip.focus();
  await page.keyboard.press("ArrowRight");
  await expect(column(page, 1)).toContainText("Rewrite the sign-up page");
  await expect(grip).toBeFocused();
  await expect(
    page.getByRole("status").getByText("Rewrite the sign-up page: In progress, 3 of 3"),
  ).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("status").getByText("In progress, 2 of 3")).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(column(page, 2)).toContainText("Rewrite the sign-up page");
  await expect(grip).toBeFocused();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
  await expect(column(page, 0)).toContainText("Rewrite the sign-up page");
  await expect(grip).toBeFocused();

  const card = page.locator("[data-card=search]");
  await card.getByRole("button", { name: /to Done$/ }).click();
  await expect(column(page, 2)).toContainText("Make search handle typos");
  // Also in the last column.
  await expect(card.locator("[data-control=right]")).toBeFocused();
  await page.locator("#board").getByRole("button", { name: "Undo" }).click();
  await expect(column(page, 1)).toContainText("Make search handle typos");
});

test("the samples speak the page's language", async ({ page }) => {
  await open(page, "/de");
  await page
    .locator("[data-card=copy]")
    .getByRole("button", { name: /nach „In Arbeit“/ })
    .click();
  await expect(column(page, 1)).toContainText("Anmeldeseite neu texten");
  await expect(page.locator("#board").getByRole("status")).toHaveText(
    "Anmeldeseite neu texten: In Arbeit, 3 von 3",
  );
  const chat = page.getByRole("figure", { name: "Vorbereitetes Gespräch mit Brain" });
  await expect(chat.getByRole("link", { name: "Quelle: Website-Relaunch / Board" })).toHaveAttribute(
    "href",
    "/de#board",
  );
});

test("without JavaScript the interfaces are complete and static", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(GANTT);
  await expect(page.locator("[data-task]")).toHaveCount(8);
  await page.goto("/brain");
  await expect(page.getByRole("link", { name: /^Source:/ })).toBeVisible();
  await page.goto("/");
  await expect(page.locator("#board [data-card]")).toHaveCount(6);
  await context.close();
});

test.beforeEach(({ page, baseURL }) => denyConsent(page, baseURL));

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const bar = (page: Page, name: string) => page.getByRole("slider", { name, exact: true });
const column = (page: Page, index: number) => page.locator(`#board [data-column="${index}"]`);

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error("The element is not visible.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Width of a day in pixels. The chart shows 25. */
async function dayWidth(page: Page): Promise<number> {
  const box = await page.locator("svg.gantt").first().boundingBox();
  return (box?.width ?? 0) / 25;
}

async function drag(page: Page, locator: Locator, days: number): Promise<void> {
  const { x, y } = await middleOf(locator);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + days * (await dayWidth(page)), y, { steps: 5 });
  await page.mouse.up();
}

/** Moves one finger over the screen. */
async function swipe(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [from]);
  for (let step = 1; step <= 8; step += 1)
    await send("touchMove", [
      { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 },
    ]);
  await send("touchEnd", []);
  await session.detach();
}
