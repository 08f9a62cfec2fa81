import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { contentApi, fieldSaved, openAsEditor, unexpected } from "./support/publishing.ts";
import { testPublishing } from "./support/sharedSites.ts";

/** The draft in the URL. */
function draftIn(page: Page): string | null {
  return new URL(page.url()).searchParams.get("draft");
}

testPublishing(
  "a translator works side by side with English, previews it, and sends texts out and in as XLIFF",
  async ({ browser, site }) => {
    testPublishing.setTimeout(120_000);
    const { page, errors } = await openAsEditor(browser, site.url);
    const api = contentApi(page, site.url);
    const id = await api.createDraft("New headline");
    const change = { item: "copy:en:home", pointer: "/hero/title", value: `Plans move ${id}`, revision: 0 };
    await api.send("PUT", `/drafts/${id}/field`, change);
    const { revision } = await api.send<{ revision: number }>("POST", `/drafts/${id}/publish`, { note: "" });

    await page.goto("/console/languages");
    await page.getByRole("link", { name: "German" }).click();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "1 of Home: outdated" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Home in German" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveCount(1);
    await expect(page.getByText(`Plans move ${id}`)).toBeVisible();
    const saved = fieldSaved(page);
    await page.getByRole("textbox", { name: "Title" }).fill("Pläne wandern");
    await page.keyboard.press("Control+Enter");
    await saved;
    await expect(page.getByRole("button", { name: "Outdated 0" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Title" }), "It stays where one works.").toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Preview", exact: true }).click();
    const first = page.frameLocator('iframe[title^="Preview: "]').first();
    await expect(first.getByRole("heading", { level: 1 })).toHaveText("Pläne wandern");
    await page.goBack();

    await page.getByRole("link", { name: "Languages", exact: true }).first().click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export XLIFF" }).click();
    const file = await (await download).path();
    const translated = readFileSync(file, "utf8").replace("Pläne wandern", "Pläne &amp; mehr");
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import translations" });
    await dialog
      .getByLabel("File to import")
      .setInputFiles({ name: "de.xlf", mimeType: "application/xml", buffer: Buffer.from(translated) });
    await expect(dialog.getByText("1 new translation into German")).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add 1 text to the draft" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Title" }).nth(1)).toHaveValue("Pläne & mehr");
    await api.send("PUT", `/drafts/${draftIn(page)}`, { isDiscarded: true });
    await api.send("POST", "/restore", { revision: revision - 1, head: revision });
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  },
);
