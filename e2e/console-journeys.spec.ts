import { expect, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openConsole } from "./support/openConsole.ts";
import { PHONE } from "./support/viewports.ts";

test("a funnel is created with one click, a drop-off opened, and a changed one shared by its link", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = collectConsoleErrors(page);
  // Browsers that are signed in are not counted.
  const visitor = await browser.newContext(baseURL ? { baseURL } : {});
  await grantConsentBefore(visitor, baseURL);
  const visit = await visitor.newPage();
  const sent = visit.waitForResponse("**/v1/b");
  await visit.goto("/");
  await sent;
  await visitor.close();

  await openConsole(page, "/journeys?range=today", "Journeys");
  await page.getByRole("button", { name: /the funnel “Home to sales”/ }).click();
  await expect(page.getByLabel("Funnel", { exact: true })).toHaveValue(/\d/);
  // The visit is counted once it has moved from the spool to the store.
  const left = page.getByRole("button", { name: /left here/ }).first();
  await expect(async () => {
    await page.reload();
    await expect(left.or(page.getByText("Nobody took the first step"))).toBeVisible();
    expect(await left.isVisible()).toBe(true);
  }).toPass();
  expect(await violationsOf(page), "The funnel is accessible.").toEqual([]);

  await left.click();
  const dialog = page.getByRole("dialog", { name: "Left after step 1" });
  await expect(dialog.getByRole("table", { name: "What they did next" })).toContainText("Left the site");
  const visits = dialog.getByRole("table", { name: "Visits that left after this step" });
  await expect(visits.getByRole("row")).not.toHaveCount(1);
  expect(page.url()).toContain("left=1");
  // The screen's code has not loaded yet: the dialog is hidden meanwhile, which does not dismiss it.
  await visits.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Events" })).toBeVisible();
  await page.goBack();
  await expect(visits.getByRole("row")).not.toHaveCount(1);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByLabel("Between steps").selectOption("No other step");
  await expect(page).toHaveURL(/order=strict/);
  await page.getByRole("button", { name: "Remove Sent the sales form" }).click();
  await expect(page).not.toHaveURL(/s=form/);
  await page.getByLabel("Break down by").selectOption("Device");
  await expect(page.getByRole("table", { name: "Funnel by device" })).toContainText("Desktop");

  const shared = await page.context().newPage();
  await shared.setViewportSize(PHONE);
  await shared.goto(page.url());
  await expect(shared.getByText(/completed all 3 steps/)).toBeVisible();
  await expect(shared.getByLabel("Between steps")).toHaveValue("strict");
  expect(await shared.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
    0,
  );
  await shared.getByRole("button", { name: "Save as new" }).click();
  const name = `To the overlay ${Date.now()}`;
  await shared.getByRole("dialog").getByLabel("Name").fill(name);
  await shared.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(shared.getByLabel("Funnel", { exact: true }).locator("option:checked")).toHaveText(name);
  await shared.getByRole("button", { name: "Archive" }).click();
  await expect(shared.getByText(`Archived ${name}.`)).toBeVisible();
  await shared.getByRole("button", { name: "Undo" }).click();
  await expect(shared.getByRole("button", { name: "Archive" })).toBeVisible();

  await shared.getByRole("link", { name: "Paths" }).click();
  await expect(shared.getByRole("heading", { level: 1, name: "Paths" })).toBeVisible();
  await shared
    .getByRole("button", { name: /^Left|^\/, step 1/ })
    .first()
    .press("Enter");
  await shared.getByLabel("View").selectOption("Table");
  await expect(shared.getByRole("table", { name: "Paths by step" })).toContainText("Left");
  await shared.getByRole("link", { name: "Retention" }).click();
  await expect(shared.getByRole("table", { name: /Visitors by week/ })).toBeVisible();
  expect(await violationsOf(shared), "Retention is accessible.").toEqual([]);
  expect(await shared.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
    0,
  );
  expect(errors).toEqual([]);
});
