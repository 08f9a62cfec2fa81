import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { hydrated } from "./support/hydrated.ts";
import { recordMeasurement, storedNames } from "./support/measurement.ts";
import { PHONE } from "./support/viewports.ts";

test("a visitor reads what is stored, chooses, downloads and deletes the data of this browser", async ({
  page,
  context,
}) => {
  // A separate IP address, because exports are limited by network.
  await context.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.71" });
  const seen = recordMeasurement(page);
  // In Spanish: the heatmap tests count clicks on the pages in other languages.
  await page.goto("/es-ES/pricing");
  await page.locator("[data-consent-dialog]").getByRole("link").click();
  await expect(page, "The dialog leads to the page.").toHaveURL(/\/es-ES\/privacy$/);
  await hydrated(page);
  const main = page.getByRole("main");

  await main.getByRole("button", { name: "Borrar mis datos" }).click();
  await expect(main.getByText("No guardamos nada sobre este navegador.", { exact: true })).toBeVisible();
  await main.getByRole("button", { name: "Descargar mis datos" }).click();
  await expect(main.getByText(/^No guardamos nada sobre este navegador, o/)).toBeVisible();

  await main.getByRole("button", { name: "Cambiar mis opciones" }).click();
  const sent = page.waitForResponse((response) => response.url().endsWith("/v1/b") && response.ok());
  await page.locator("[data-consent-accept]").click();
  await sent;
  const listed = await main.locator("code").allTextContents();
  const isListed = (name: string) =>
    listed.some((entry) => (entry.endsWith("…") ? name.startsWith(entry.slice(0, -1)) : name === entry));
  expect((await storedNames(page, context)).filter((name) => !isListed(name))).toEqual([]);

  const cookies = await context.cookies();
  const anonymousId = cookies.find(({ name }) => name === "ajs_anonymous_id")?.value;
  const downloading = page.waitForEvent("download");
  await main.getByRole("button", { name: "Descargar mis datos" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("my-data.json");
  expect(JSON.parse(readFileSync(await file.path(), "utf8")).ids).toEqual([anonymousId]);
  await expect(main.getByText("La descarga ha empezado.")).toBeVisible();

  await main.getByRole("button", { name: "Borrar mis datos" }).click();
  const confirm = main.getByRole("button", { name: "Sí, borrar" });
  await expect(confirm).toBeFocused();
  const withdrawn = page.waitForResponse((response) => response.url().endsWith("/consent"));
  await confirm.click();
  expect((await withdrawn).status()).toBe(204);
  await expect(main.getByText(/^Borrado en este navegador\./)).toBeVisible();
  await expect.poll(() => storedNames(page, context)).toEqual(["marquee_consent"]);
  expect(seen.receipts.at(-1)).toMatchObject({ anonymousId, groups: ["C0001", "C0003", "C0004"] });
});

test("the page is accessible on a phone", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/fr-FR/privacy");
  await hydrated(page);
  expect(await violationsOf(page)).toEqual([]);
});
