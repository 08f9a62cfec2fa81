import { crc32, deflateSync } from "node:zlib";
import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import {
  contentApi,
  fieldSaved,
  openAsEditor,
  preview,
  publish,
  restoreFiles,
  served,
  unexpected,
} from "./support/publishing.ts";
import { testPublishing } from "./support/sharedSites.ts";
import { PHONE } from "./support/viewports.ts";

/** A picture of one color. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Buffer.alloc(height * (1 + width * 3), 0x80);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

testPublishing(
  "an editor uploads an image, says what it shows, publishes it and shows it on a page, and takes it back",
  async ({ browser, site }) => {
    testPublishing.setTimeout(180_000);
    const { page, errors } = await openAsEditor(browser, site.url);
    const api = contentApi(page, site.url);
    const name = `walk-${Date.now()}.png`;

    await page.goto("/console/images");
    await expect(page.getByRole("link", { name: "guide/board.png" })).toBeVisible();
    await testPublishing.step(
      "files are dropped on the screen; one that is none is refused with the reason",
      async () => {
        const files = await page.evaluateHandle(
          ([fileName, png]) => {
            const transfer = new DataTransfer();
            const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
            transfer.items.add(new File([bytes], fileName, { type: "image/png" }));
            transfer.items.add(new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "logo.svg"));
            return transfer;
          },
          [name, pngOf(60, 40).toString("base64")] as const,
        );
        const screen = page.getByRole("heading", { level: 1, name: "Images" });
        for (const type of ["dragenter", "dragover", "drop"])
          await screen.dispatchEvent(type, { dataTransfer: files });
        await expect(page.getByText("2 of 2 uploads finished")).toBeVisible();
        const uploads = page.getByRole("region", { name: "Uploads" });
        await expect(uploads.getByRole("listitem").filter({ hasText: "logo.svg" })).toContainText(
          "Not added: This is not a PNG, JPEG, WebP, AVIF or GIF image.",
        );
        expect(errors.splice(0)).toEqual([expect.stringContaining("400 (Bad Request)")]);
        expect(await violationsOf(page)).toEqual([]);
        await uploads.getByRole("link", { name }).click();
      },
    );

    await testPublishing.step("it needs a text, and gets a focal point by keyboard", async () => {
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Publish" });
      await expect(dialog).toContainText("This image has no alternative text in English.");
      await expect(dialog.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      const written = fieldSaved(page);
      await page.getByLabel("English").fill("A gray card");
      await written;
      const moved = fieldSaved(page);
      await page.getByRole("button", { name: /^Focal point/ }).press("Shift+ArrowRight");
      await moved;
      await expect(
        page.getByRole("button", { name: "Focal point: 60% from the left, 50% from the top" }),
      ).toBeFocused();
      expect(await violationsOf(page)).toEqual([]);
      await publish(page);
    });

    await testPublishing.step("it is inserted in the text of a page", async () => {
      await page.goto("/console/pages/page%3Aen%3Aguide");
      await page.getByRole("button", { name: "Insert image" }).click();
      const dialog = page.getByRole("dialog", { name: "Insert image" });
      await dialog.getByRole("button", { name }).click();
      await expect(dialog.getByLabel("Alternative text in English")).toHaveValue("A gray card");
      expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
      const inserted = fieldSaved(page);
      await dialog.getByRole("button", { name: "Insert", exact: true }).click();
      await inserted;
      await expect(preview(page).getByRole("img", { name: "A gray card" })).toBeVisible();
      await publish(page);
      const [, address = ""] =
        new RegExp(`(/images\\?source=${name}[^" ]*)`).exec(await served(page, "/guide")) ?? [];
      const picture = await page.request.get(site.url + address.replaceAll("&amp;", "&"));
      expect([picture.status(), picture.headers()["content-type"]]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
    });

    await testPublishing.step("a page in another language is never given the English text", async () => {
      const id = await api.createDraft("Guide in French");
      const value = { title: "Guide", description: "Pour commencer.", markdown: "Texte" };
      const item = "page:fr-FR:guide";
      await api.send("PUT", `/drafts/${id}/field`, { item, pointer: "", value, revision: 0 });
      await page.goto(`/console/pages/page%3Afr-FR%3Aguide?draft=${id}`);
      await page.getByRole("button", { name: "Insert image" }).click();
      const dialog = page.getByRole("dialog", { name: "Insert image" });
      await dialog.getByRole("button", { name }).click();
      await expect(dialog.getByLabel("Alternative text in French")).toHaveValue("");
      await expect(dialog.getByText("English: A gray card")).toBeVisible();
      await expect(dialog.getByText(/^The image has no text in French\./)).toBeVisible();
      expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
      await dialog.getByRole("link", { name: "on the image, for all pages" }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await page.getByText("Other languages", { exact: true }).click();
      const written = fieldSaved(page);
      await page.getByLabel("French").fill("Une carte grise");
      await written;
      await page.goto(`/console/pages/page%3Afr-FR%3Aguide?draft=${id}`);
      await page.getByRole("button", { name: "Insert image" }).click();
      await dialog.getByRole("button", { name }).click();
      await expect(dialog.getByLabel("Alternative text in French")).toHaveValue("Une carte grise");
      await api.send("PUT", `/drafts/${id}`, { isDiscarded: true });
    });

    await testPublishing.step("it can't be deleted while a page shows it", async () => {
      await page.goto(`/console/images/${encodeURIComponent(`image:${name}`)}`);
      await expect(page.getByRole("button", { name: "Delete" })).toBeDisabled();
      await expect(page.getByText("It's used on pages, so it can't be deleted.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Your first week" })).toBeVisible();
    });

    await page.goto("/console/publications");
    await page.setViewportSize(PHONE);
    await restoreFiles(page);
    expect(await served(page, "/guide")).not.toContain(name);
    await page.goto("/console/images");
    await expect(page.getByRole("link", { name: "guide/board.png" })).toBeVisible();
    await expect(page.getByRole("link", { name })).toHaveCount(0);
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  },
);
