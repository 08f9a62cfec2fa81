import { expect, test } from "@playwright/test";
import { openConsole } from "./support/openConsole.ts";

test("figures are dimmed and keep the label of their date range until those of another are loaded", async ({
  page,
}) => {
  await openConsole(page, "/?range=today", "Overview");
  await expect(page.locator(".pulses")).toHaveCount(0, { timeout: 60_000 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/console/api/query", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: /^Date range: Today/ }).click();
  await page.getByRole("link", { name: "7 days", exact: true }).click();

  await expect(page.getByRole("button", { name: /^Date range: 7 days/ })).toBeVisible();
  await expect(page.getByText(/^Still Today \(.+\)\. Updating…$/).first()).toBeVisible();
  const content = page.locator("[data-outdated] > :not([data-loading])").first();
  await expect(content).toHaveCSS("opacity", "0.45");
  release();
  await expect(page.locator("[data-outdated]")).toHaveCount(0);
  await expect(page.getByText(/^Still Today/)).toHaveCount(0);
});
