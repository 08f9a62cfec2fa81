import { expect, test } from "@playwright/test";
import { hydrated } from "./support/hydrated.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Delays the script that hydrates the page, so that React cannot run yet. */
async function holdHydration(page: import("@playwright/test").Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/entry-client.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("a click on an internal link before hydration is not lost", async ({ page }) => {
  await holdHydration(page);
  await page.goto("/");
  await expect(page.locator("html[data-hydrated]")).toHaveCount(0);
  await page.locator('a[href="/pricing"]:visible').first().click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
});

test("links work without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/");
  await page.locator('a[href="/pricing"]:visible').first().click();
  await expect(page).toHaveURL(/\/pricing$/);
  await context.close();
});

test("a button pressed before hydration works once React runs, exactly once", async ({ page }) => {
  const release = await holdHydration(page);
  await page.goto("/");
  const move = page.getByRole("button", { name: "Move “Rewrite the sign-up page” to In progress" });
  await move.click();
  await expect(move).toBeVisible();
  release();
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await expect(page.getByRole("button", { name: "Move “Rewrite the sign-up page” to Done" })).toBeVisible();
});

test("what is typed and chosen before hydration stays", async ({ page }) => {
  const releaseForm = await holdHydration(page);
  await page.goto("/contact-sales");
  const email = page.getByRole("textbox", { name: "Work email" });
  const size = page.getByRole("combobox", { name: "Company size" });
  await email.fill("ada@trellis.example");
  await size.selectOption("51-200");
  releaseForm();
  await hydrated(page);
  // React renders the form again.
  await page.getByRole("textbox", { name: "How can we help?" }).fill("Forty teams");
  await page.getByRole("main").getByRole("button", { name: "Send to sales" }).focus();
  await expect(email).toHaveValue("ada@trellis.example");
  await expect(size).toHaveValue("51-200");

  await page.unrouteAll({ behavior: "wait" });
  const releaseHome = await holdHydration(page);
  await page.goto("/");
  const table = page.getByRole("figure", { name: "Sample table with a sum" });
  await table.getByRole("spinbutton", { name: "Hours for Search" }).fill("40");
  releaseHome();
  await hydrated(page);
  await expect(table.getByRole("status")).toHaveText("58");
  await expect(table.getByRole("spinbutton", { name: "Hours for Search" })).toHaveValue("40");
});
