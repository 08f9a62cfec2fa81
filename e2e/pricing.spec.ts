import { expect, type Page, test } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { denyConsent } from "./support/denyConsent.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { settled } from "./support/settled.ts";
import { VIEWPORTS } from "./support/viewports.ts";

const LARGEST_SHIFT = 0.02;
/** The page updates the URL with a delay. */
const ADDRESS_SETTLES = { timeout: 60_000 };

test.beforeEach(({ page, baseURL }) => denyConsent(page, baseURL));

async function open(page: Page, path = "/pricing"): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const plan = (page: Page, name: string) => page.getByRole("article", { name });
const calculator = (page: Page) => page.getByRole("region", { name: "What will your team pay?" });
const quiz = (page: Page) => page.getByRole("dialog", { name: "Find your plan" });
const billing = (page: Page, period: "Monthly" | "Yearly") =>
  page.getByRole("region", { name: "Start free." }).getByRole("radio", { name: period });

/** The billing switch and the add-ons change the prices on the plans. */
async function expectPlansToFollow(page: Page): Promise<void> {
  const price = (name: string, text: string) =>
    plan(page, name).getByText(text, { exact: true }).filter({ visible: true });
  await expect(price("Unlimited", "$7")).toBeVisible();
  await billing(page, "Monthly").check();
  await expect(price("Unlimited", "$10")).toBeVisible();
  await expect(price("Business", "$19")).toBeVisible();
  await page.getByRole("checkbox", { name: "Brain" }).first().check();
  await expect(price("Unlimited", "$19")).toBeVisible();
  await expect(price("Business", "$28")).toBeVisible();
  await expect(price("Enterprise", "with Brain")).toBeVisible();
  await page.getByRole("checkbox", { name: "AI Notetaker" }).first().check();
  await expect(price("Unlimited", "$25")).toBeVisible();
  await expect(price("Free Forever", "without AI Notetaker")).toBeVisible();
  await expect(price("Free Forever", "$9")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Business" })).toHaveText(
    "Free Forever $9, Unlimited $25, Business $34, per user per month",
  );
  await expect(page).toHaveURL(/\?billing=monthly&add-ons=brain\.aiNotetaker$/, ADDRESS_SETTLES);
}

/** Expects a page whose choice so far is monthly billing and both add-ons. */
async function expectCalculatorToFollow(page: Page): Promise<void> {
  const area = calculator(page);
  await area.scrollIntoViewIfNeeded();
  await expect(area.getByRole("radio", { name: "Monthly" })).toBeChecked();
  await area.getByRole("checkbox", { name: "AI Notetaker" }).uncheck();
  await area.getByRole("checkbox", { name: "Brain" }).uncheck();
  await area.getByRole("radio", { name: "Yearly" }).check();
  await area.getByRole("spinbutton", { name: "People" }).fill("25");
  await expect(area.getByText("$175", { exact: true })).toBeVisible();
  await expect(area.getByText("$2,100 a year, billed once")).toBeVisible();
  await expect(area.getByText("You save $900 a year by paying yearly")).toBeVisible();
  await area.getByRole("radio", { name: "Business" }).check();
  await area.getByRole("checkbox", { name: "Brain" }).check();
  await area.getByRole("radio", { name: "Monthly" }).check();
  await expect(area.getByText("$700", { exact: true })).toBeVisible();
  await expect(area.getByText("Pay yearly and save $2,100 a year")).toBeVisible();
  await expect(page).toHaveURL(/\?billing=monthly&seats=25&add-ons=brain&plan=business$/, ADDRESS_SETTLES);
  await area.getByRole("spinbutton", { name: "People" }).fill("1001");
  await expect(area.getByText("Pricing is custom for more than 1,000 people")).toBeVisible();
  await expect(area.getByRole("link", { name: "Get a quote" })).toHaveAttribute("href", "/contact-sales");
}

/** The names of the plans stay visible while the table scrolls. */
async function expectTableToShowPlans(page: Page, width: number): Promise<void> {
  const table = page.getByRole("table", { name: "Prices, features and add-ons by plan" });
  await table.getByRole("rowheader", { name: "Audit log" }).evaluate((row) => {
    row.scrollIntoView({ block: "center", behavior: "instant" });
  });
  for (const name of ["Free Forever", "Unlimited", "Business", "Enterprise"])
    await expect(table.getByRole("columnheader", { name })).toBeInViewport({ ratio: 1 });
  const row = table.getByRole("row", { name: "Audit log" });
  const cells = ["Not included", "Not included", "Not included", "Included"];
  await expect(row.getByRole("cell")).toHaveText(cells);
  await row.getByRole("button", { name: "Audit log" }).click();
  await expect(page.getByText("See who did what, and when, across the workspace.").last()).toBeVisible();
  expect(await violationsIn(page, "#compare")).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

for (const { width } of VIEWPORTS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("the quiz recommends a plan, and the plans, the calculator and the table update with each choice", async ({
      page,
      context,
    }) => {
      test.slow();
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const errors = collectConsoleErrors(page);
      await open(page);
      await test.step("the quiz recommends a plan by mouse, and its result can be linked to", async () => {
        await page.getByRole("button", { name: "Find your plan" }).click();
        expect(await violationsIn(page, "dialog[open]")).toEqual([]);
        await quiz(page).getByRole("button", { name: "Next" }).click();
        await expect(quiz(page).getByRole("alert")).toHaveText("Choose an answer to continue.");
        for (const answer of [
          "Several teams at one company",
          "Lists and boards",
          "Yes, on tasks",
          "Two-factor authentication for everyone",
          "Clients or guests, for some of it",
        ]) {
          await quiz(page).getByText(answer).click();
          await quiz(page)
            .getByRole("button", { name: /^(Next|See your plan)$/ })
            .click();
        }
        await expect(quiz(page).getByRole("heading", { name: "Business is right for you" })).toBeFocused();
        await expect(quiz(page).getByRole("listitem")).toHaveText([
          "You’re several teams.",
          "You want two-factor authentication for everyone.",
        ]);
        expect(await violationsIn(page, "dialog[open]")).toEqual([]);
        await expect(page).toHaveURL(/\?plan-quiz=several\.boards\.track\.two-factor\.guests$/);
        await quiz(page).getByRole("button", { name: "Copy link" }).click();
        await expect(quiz(page).getByRole("status")).toHaveText("Link copied");
        const link = await page.evaluate(() => navigator.clipboard.readText());

        await quiz(page).getByRole("button", { name: "Close" }).click();
        await expect(quiz(page)).toBeHidden();
        await expect(page).toHaveURL(/\/pricing$/);
        await page.goto(link);
        await expect(quiz(page).getByRole("heading", { name: "Business is right for you" })).toBeVisible();
        await quiz(page).getByRole("button", { name: "Start again" }).click();
        await expect(quiz(page).getByText("Question 1 of 5")).toBeVisible();
        await expect(page).toHaveURL(/\/pricing$/);
      });
      await page.keyboard.press("Escape");
      await expect(quiz(page)).toBeHidden();
      await test.step("the plans update", () => expectPlansToFollow(page));
      await test.step("the calculator updates", () => expectCalculatorToFollow(page));
      await test.step("the table names the plans", () => expectTableToShowPlans(page, width));
      expect(errors).toEqual([]);
    });
  });
}

test("no layout shift while a choice in the URL is applied, nor without one", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await recordLayoutShift(page);
  const chosen = "/de/pricing?billing=monthly&seats=1500&add-ons=brain.aiNotetaker&plan=business";
  for (const { width } of VIEWPORTS)
    for (const path of ["/de/pricing", chosen])
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 844 });
        await open(page, path);
        await settled(page);
        expect(await layoutShift(page)).toBeLessThanOrEqual(LARGEST_SHIFT);
      });
  expect(errors).toEqual([]);
});

test("the controls by keyboard, and what they reject", async ({ page }) => {
  await open(page);
  await test.step("the quiz by keyboard alone: arrows, Enter, Back, Escape", async () => {
    const invitation = page.getByRole("button", { name: "Find your plan" });
    await invitation.focus();
    await page.keyboard.press("Enter");
    await expect(quiz(page).getByText("Question 1 of 5")).toBeVisible();
    await quiz(page).getByLabel("Just me").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(quiz(page).getByText("Question 2 of 5")).toBeVisible();
    await expect(quiz(page).getByLabel("Lists and boards")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(quiz(page).getByLabel("Timelines, custom fields and dashboards")).toBeChecked();
    await page.keyboard.press("Tab");
    await expect(quiz(page).getByRole("button", { name: "Back" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(quiz(page).getByLabel("Just me")).toBeFocused();
    await expect(quiz(page).getByLabel("Just me")).toBeChecked();
    await page.keyboard.press("Enter");
    for (const question of [2, 3, 4, 5]) {
      await expect(quiz(page).getByText(`Question ${question} of 5`)).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
    }
    await expect(quiz(page).getByRole("heading", { name: "Unlimited is right for you" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(quiz(page)).toBeHidden();
    await expect(invitation).toBeFocused();
  });
  await test.step("an invalid number of people shows an error and keeps the last price", async () => {
    const field = calculator(page).getByRole("spinbutton", { name: "People" });
    await field.fill("12");
    await expect(calculator(page).getByText("$84", { exact: true })).toBeVisible();
    await field.fill("-3");
    await expect(calculator(page).getByRole("alert")).toHaveText("Enter a whole number from 1 to 99,999.");
    await expect(calculator(page).getByText("$84", { exact: true })).toBeVisible();
    await field.blur();
    await expect(field).toHaveValue("12");
    await expect(calculator(page).getByRole("alert")).toBeEmpty();
  });
  await test.step("the slider responds to the arrow keys", async () => {
    await calculator(page).getByRole("spinbutton", { name: "People" }).fill("20");
    const slider = page.getByRole("slider", { name: "Number of people" });
    await expect(slider).toHaveAttribute("aria-valuetext", "20");
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveAttribute("aria-valuetext", "25");
    await page.keyboard.press("End");
    await expect(calculator(page).getByText("$7,000", { exact: true })).toBeVisible();
    await page.keyboard.press("Home");
    await expect(calculator(page).getByRole("spinbutton", { name: "People" })).toHaveValue("1");
  });
});

test("choices in the URL", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await test.step("show in every part of the page, formatted for the locale", async () => {
    await open(page, "/fr-FR/pricing?billing=monthly&seats=250&add-ons=brain,aiNotetaker&plan=business");
    await expect(page.locator("#calculator output")).toContainText("8\u00a0500\u00a0$");
    await expect(page.locator("#calculator").getByRole("spinbutton")).toHaveValue("250");
    await expect(
      plan(page, "Business").getByText("34\u00a0$", { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(4);
  });
  // The unit tests of both parameters have more.
  for (const query of [
    "?seats=1e9&billing=weekly&add-ons=zzz&plan=__proto__",
    "?plan-quiz=me.boards.none.password.%3Cscript%3E",
  ])
    await test.step(`leave the page unchanged if invalid: ${query}`, async () => {
      await open(page, `/pricing${query}`);
      await settled(page);
      await expect(calculator(page).getByText("$70", { exact: true })).toBeVisible();
      await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
      await expect(quiz(page)).toHaveCount(0);
    });
  await test.step("change without a history entry, and keep the rest of it", async () => {
    await page.goto("/sign-up");
    await open(page, "/pricing?utm_source=mail#compare");
    await billing(page, "Monthly").check();
    await expect(page).toHaveURL(/\/pricing\?utm_source=mail&billing=monthly#compare$/, ADDRESS_SETTLES);
    await page.goBack();
    await expect(page).toHaveURL("/sign-up");
  });
  await test.step("apply after client navigation, which shows the complete page", async () => {
    await page.goto("/lp");
    await hydrated(page);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), {
        href: "/pricing?seats=40#compare",
        textContent: "go",
      });
      document.querySelector("main")?.prepend(link);
      link.click();
    });
    await expect(calculator(page).getByText("$280", { exact: true })).toBeVisible();
    await expect(page.locator("#compare")).toBeInViewport();
  });
  expect(errors).toEqual([]);
});

test("calls to action name their overlay and location", async ({ request }) => {
  const main = (await (await request.get("/de/pricing")).text()).match(/<main.*<\/main>/s)?.[0] ?? "";
  const links = (main.match(/<a [^>]*>/g) ?? []).map(
    (link) => `${/data-overlay="([^"]*)"/.exec(link)?.[1]} ${/href="([^"]*)"/.exec(link)?.[1]}`,
  );
  expect(links.filter((link) => link === "sign-up /de/sign-up")).toHaveLength(4);
  expect(links.filter((link) => link === "enterprise-sales /de/contact-sales")).toHaveLength(3);
});

test("switches used before hydration keep their position", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/entry-client.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/pricing");
  await billing(page, "Monthly").check();
  await page.getByRole("checkbox", { name: "Brain" }).first().check();
  await expect(plan(page, "Unlimited").getByText("$10", { exact: true })).toBeVisible();
  await calculator(page).getByRole("spinbutton", { name: "People" }).fill("20");
  release();
  await hydrated(page);
  await expect(billing(page, "Monthly")).toBeChecked();
  await expect(plan(page, "Unlimited").getByText("$19", { exact: true })).toBeVisible();
  await calculator(page).scrollIntoViewIfNeeded();
  await expect(calculator(page).getByText("$380", { exact: true })).toBeVisible();
  await expect(calculator(page).getByRole("spinbutton", { name: "People" })).toHaveValue("20");
});

test("the sections below the plans load when near, and keep earlier input", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetched: string[] = [];
  await page.route(/\/assets\/PricingDetails.*\.js$/, async (route) => {
    fetched.push(route.request().url());
    await released;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 600 });
  await open(page);
  await settled(page);
  expect(fetched).toEqual([]);
  const area = calculator(page);
  await area.getByRole("spinbutton", { name: "People" }).fill("25");
  await area.getByRole("radio", { name: "Business" }).check();
  await expect.poll(() => fetched.length).toBe(1);
  // Their code has loaded already.
  await billing(page, "Monthly").check();
  await page.getByRole("checkbox", { name: "Brain" }).first().check();
  release();
  await expect(area.getByText("$700", { exact: true })).toBeVisible();
  await expect(area.getByRole("spinbutton", { name: "People" })).toHaveValue("25");
  await expect(page).toHaveURL(/\?billing=monthly&seats=25&add-ons=brain&plan=business$/, ADDRESS_SETTLES);
});

test("without JavaScript the billing switch works, and controls that would not work are hidden", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/pricing");
  await billing(page, "Monthly").check();
  await expect(plan(page, "Unlimited").getByText("$10", { exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Find your plan" })).toBeHidden();
  await expect(calculator(page)).toBeHidden();
  await expect(plan(page, "Unlimited").getByRole("link", { name: "Choose Unlimited" })).toHaveAttribute(
    "href",
    "/sign-up",
  );
  await context.close();
});

test("an overridden flag removes nothing from the page", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("new-card-ui-CLK-123", "true"));
  await page.setViewportSize({ width: 390, height: 600 });
  await open(page, "/pricing?debug=true");
  await expect(page.locator('[data-overridden-flags="new-card-ui-CLK-123"]')).toBeAttached();
  await settled(page);
  await expect(page.getByRole("heading", { name: "Compare plans" })).toBeVisible();
});
