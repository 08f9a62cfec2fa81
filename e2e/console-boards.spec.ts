import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openConsole } from "./support/openConsole.ts";
import { testOnNewSite as test } from "./support/sharedSites.ts";
import { PHONE } from "./support/viewports.ts";

test("a report is saved, a card pinned and moved, and a board shared until its link is revoked", async ({
  browser,
  site,
}) => {
  // Every card of a board is a query, and a busy machine runs them one after another.
  test.setTimeout(180_000);
  const page = await browser.newPage({ baseURL: site.url });
  const errors = collectConsoleErrors(page);
  await openConsole(page, "/?range=7d&f=is,device,mobile", "Overview");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Save report" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("On phones");
  await dialog.getByRole("button", { name: "Save report" }).click();
  await expect(dialog.getByRole("status")).toContainText("Saved On phones.");
  await dialog.getByRole("link", { name: "Boards" }).click();

  const report = page.getByRole("link", { name: "On phones" });
  await expect(report).toHaveAttribute("href", "/console/?range=7d&f=is,device,mobile");
  // Only a site without boards offers the first.
  await page.getByRole("button", { name: "Create a starter board" }).click();
  await expect(page.getByRole("heading", { name: "Site at a glance" })).toBeVisible();

  await page.goto("/console/journeys/retention?f=is,device,mobile");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Pin to board" }).click();
  await dialog.getByRole("button", { name: "Pin" }).click();
  await dialog.getByRole("link", { name: "Site at a glance" }).click();
  const cards = page.locator("main").getByRole("heading", { level: 2 });
  await expect(cards.last()).toHaveText("Retention by week");
  const count = await cards.count();
  await page.getByRole("button", { name: "Change Retention by week" }).press("Alt+ArrowUp");
  await expect(cards.nth(count - 2)).toHaveText("Retention by week");
  await page.getByRole("button", { name: "Change Key figures" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(cards).toHaveCount(count - 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cards.first()).toHaveText("Key figures");
  await page.reload();
  await expect(cards.nth(count - 2)).toHaveText("Retention by week");
  expect(await violationsOf(page), "A board is accessible.").toEqual([]);

  await page.getByRole("button", { name: "Actions for Site at a glance" }).click();
  await page.getByRole("button", { name: "Share by link" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = (await dialog.locator("code").textContent()) ?? "";
  expect(new URL(url).pathname).toMatch(/^\/shared\/[\w-]{43}$/);

  const context = await browser.newContext({ viewport: PHONE });
  const stranger = await context.newPage();
  const strangersErrors = collectConsoleErrors(stranger);
  const requestedPaths: string[] = [];
  stranger.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await stranger.goto(url);
  await expect(stranger.getByRole("heading", { name: "Site at a glance" })).toBeVisible({ timeout: 60_000 });
  await expect(stranger.getByRole("region", { name: "Retention by week" }).first()).toContainText(
    "Device is Mobile",
  );
  expect(await violationsOf(stranger), "A shared board is accessible.").toEqual([]);
  await expect(stranger.getByRole("link")).toHaveCount(0);
  expect(
    requestedPaths.filter((path) => !/^\/(?:(?:console\/assets|shared)\/|favicon\.svg$)/.test(path)),
  ).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(
    await stranger.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
  expect(strangersErrors).toEqual([]);

  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByText(/^Revoked/)).toBeVisible();
  expect((await stranger.goto(url))?.status()).toBe(404);
  await expect(stranger.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await context.close();
  expect(errors).toEqual([]);
  await page.close();
});
