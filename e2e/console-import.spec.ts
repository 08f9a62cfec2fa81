import { expect, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openConsole } from "./support/openConsole.ts";

/** An exploration of GA4 with daily totals of May in a separate year. */
function explorationOf(year: string): string {
  const days = Array.from({ length: 20 }, (_, index) => {
    const day = String(index + 1).padStart(2, "0");
    return `${year}05${day},${100 + index},${120 + 2 * index},${300 + index},0.5,61.5`;
  });
  return [
    "# ----------------------------------------",
    "# Daily totals",
    `# ${year}0501-${year}0520`,
    "# ----------------------------------------",
    "",
    "Date,Active users,Sessions,Views,Bounce rate,Average session duration",
    ",2190,2780,6190,0.5,61.5,Grand total",
    ...days,
  ].join("\n");
}

test("a GA4 export is imported, shown on the Overview, and undone", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  // A retry must not overlap with days of the previous attempt.
  const year = String(2006 + Math.floor(Math.random() * 12));
  const name = `ga4-${year}-${Date.now()}.csv`;
  const file = (text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await openConsole(page, "/import", "Import");
  const input = page.getByLabel("File to import");

  await input.setInputFiles(file(explorationOf(year).replace(",107,", ",-7,")));
  await expect(page.getByText(`${name}, line 15, column “Active users”:`)).toBeVisible();
  await expect(page.getByText("“-7” is not a whole number from 0 up.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import \d/ })).toBeHidden();

  await input.setInputFiles(file(explorationOf(year)));
  await expect(page.getByText(`${year}-05-01 to ${year}-05-20`)).toBeVisible();
  await expect(page.getByText("2,190 daily visitors, 2,780 visits, 6,190 page views")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 20 rows" }).click();
  await expect(page.getByText(`Imported 20 rows from ${name}`)).toBeFocused();

  await page.goto(`/console/?range=${year}-05-01..${year}-05-31&compare=none`);
  const figure = (title: string) =>
    page
      .getByRole("navigation", { name: "Metric of the chart" })
      .getByRole("link", { name: new RegExp(`^${title}(?! per)`) });
  await expect(figure("Visitors")).toContainText("2,190");
  await expect(figure("Page views")).toContainText("6,190");
  await expect(figure("Bounce rate")).toContainText("50%");
  await expect(figure("Leads")).toContainText("Without imported data");
  await expect(page.getByText("Imported from GA4").first()).toBeVisible();
  await expect(page.getByText(`May 1 – 20, ${year} imported from GA4`)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByText("With imported data").click();
  await expect(page).toHaveURL(/imports=off/);
  await expect(page.getByText("No visits in this date range")).toBeVisible();
  await page.goBack();

  await page.goto("/console/import");
  await page.getByRole("button", { name: `Undo the import of ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText(name)).toHaveCount(0);
  await page.goto(`/console/?range=${year}-05-01..${year}-05-31&compare=none`);
  await expect(page.getByText("No visits in this date range")).toBeVisible();
  expect(errors).toEqual([]);
});
