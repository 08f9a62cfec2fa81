import { expect, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openConsole } from "./support/openConsole.ts";
import { PHONE } from "./support/viewports.ts";

test("a goal is added with one click or defined by picking, archived, and brought back", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(PHONE);
  await openConsole(page, "/goals", "Goals");
  // A second try finds the goal of the first one.
  const suggestion = page.getByRole("button", { name: "Add the goal Sent a form" });
  const added = page.getByRole("button", { name: "Sent a form", exact: true });
  await expect(suggestion.or(added)).toBeVisible();
  if (await suggestion.isVisible()) await suggestion.click();
  await expect(added).toBeVisible();

  await page.getByRole("button", { name: "New goal" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox", { name: "Search: Page" }).fill("/not-published-yet");
  await dialog.getByRole("radio", { name: /not-published-yet/ }).check();
  await expect(dialog.getByRole("status")).toContainText("It has not happened in the last 30 days.");
  await expect(dialog.getByLabel("Name")).toHaveValue("Viewed /not-published-yet");
  expect(await violationsOf(page), "The editor is accessible.").toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await dialog.getByLabel("Name").fill("SENT a form");
  await dialog.getByRole("button", { name: "Create goal" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Another goal is named SENT a form. Choose another name.",
  );
  const name = `Read the news ${Date.now()}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create goal" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name })).toContainText("Viewed /not-published-yet");

  await page.getByRole("button", { name }).click();
  await dialog.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText(`Archived ${name}.`)).toBeVisible();
  await expect(page.getByRole("row", { name })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row", { name })).toBeVisible();
  // The browser itself reports the rejected name.
  expect(errors.filter((error) => !error.includes("409"))).toEqual([]);
});
