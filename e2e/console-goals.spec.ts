import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openConsole } from "./support/openConsole.ts";
import { testOnNewSite as test } from "./support/sharedSites.ts";
import { PHONE } from "./support/viewports.ts";

test("a goal is added with one click or defined by picking, archived, and brought back", async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ baseURL: site.url });
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(PHONE);
  await openConsole(page, "/goals", "Goals");
  // Only a site without goals suggests the first.
  await page.getByRole("button", { name: "Add the goal Sent a form" }).click();
  await expect(page.getByRole("button", { name: "Sent a form", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "New goal" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox", { name: "Search: Page" }).fill("/not-published-yet");
  await dialog.getByRole("radio", { name: /not-published-yet/ }).check();
  await expect(dialog.getByRole("status")).toContainText("It hasn't happened in the last 30 days or today.");
  await expect(dialog.getByLabel("Name")).toHaveValue("Viewed /not-published-yet");
  expect(await violationsOf(page), "The editor is accessible.").toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await dialog.getByLabel("Name").fill("SENT a form");
  await dialog.getByRole("button", { name: "Create goal" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Another goal is named SENT a form. Choose another name.",
  );
  await dialog.getByLabel("Name").fill("Read the news");
  await dialog.getByRole("button", { name: "Create goal" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Read the news/ })).toContainText("Viewed /not-published-yet");

  await page.getByRole("button", { name: "Read the news" }).click();
  await dialog.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("Archived Read the news.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Read the news/ })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row", { name: /Read the news/ })).toBeVisible();
  // The browser itself reports the rejected name.
  expect(errors.filter((error) => !error.includes("409"))).toEqual([]);
  await page.close();
});
