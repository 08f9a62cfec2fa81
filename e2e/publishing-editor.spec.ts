import { expect, type Page } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { joinConsole } from "./support/joinConsole.ts";
import { OWNER } from "./support/owner.ts";
import {
  fieldSaved,
  headlineOf,
  openAsEditor,
  preview,
  publishedRevision,
  restoreFiles,
  served,
  unexpected,
} from "./support/publishing.ts";
import { testPublishing } from "./support/sharedSites.ts";
import { PHONE } from "./support/viewports.ts";

const HEADLINE = { en: "Plans change. You don’t have to.", de: "Pläne ändern sich. Sie nicht." };
const HOSTILE = `</script><img src=x onerror="document.title='owned'">`;

/** Types into the editor and waits until the server has saved it. */
async function type(page: Page, text: string): Promise<void> {
  const saved = fieldSaved(page);
  await headlineOf(page).fill(text);
  await saved;
}

testPublishing(
  "an editor changes a headline in two languages, previews and publishes it, and takes it back",
  async ({ browser, site }) => {
    testPublishing.setTimeout(180_000);
    const { page, errors } = await openAsEditor(browser, site.url);
    await page.goto("/console/pages");
    const before = await served(page, "/");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Home in English" })).toBeVisible();
    await type(page, HEADLINE.en);
    await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText(HEADLINE.en);
    await testPublishing.step("what is hostile is text", async () => {
      await type(page, HOSTILE);
      await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText(HOSTILE);
      await type(page, HEADLINE.en);
    });
    expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
    await page.getByRole("link", { name: "German" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Home in German" })).toBeVisible();
    await type(page, HEADLINE.de);
    await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText(HEADLINE.de);
    expect(await served(page, "/"), "Nothing is published yet.").toBe(before);

    await testPublishing.step("a reload loses nothing", async () => {
      await page.reload();
      await expect(headlineOf(page)).toHaveValue(HEADLINE.de);
    });
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await expect(dialog).toContainText("2 changes");
    await dialog.getByLabel("Note").fill("A shorter promise");
    expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    const number = await publishedRevision(page);
    expect(await served(page, "/")).toContain(HEADLINE.en);
    expect(await served(page, "/de")).toContain(HEADLINE.de);

    await page.goto("/console/publications");
    const revision = page.getByRole("listitem").filter({ hasText: new RegExp(`Revision ${number}\\b`) });
    await expect(revision).toContainText("A shorter promise");
    await revision.getByRole("button", { name: /^Compare/ }).click();
    await expect(revision.getByText(HEADLINE.de)).toBeVisible();
    await page.setViewportSize(PHONE);
    expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
    await revision.getByRole("button", { name: /^Undo/ }).first().click();
    expect(await publishedRevision(page)).toBe(number + 1);
    await restoreFiles(page);
    expect(await served(page, "/")).toBe(before);
    expect(await served(page, "/de")).not.toContain(HEADLINE.de);
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  },
);

testPublishing(
  "what is typed survives an ended session, and is gone after signing out",
  async ({ browser, site }) => {
    const context = await joinConsole(browser, site.url, "editor");
    const page = await context.newPage();
    await page.goto("/console/pages/copy%3Ait%3Ahome");
    await expect(headlineOf(page)).toBeVisible();
    const email = (await (await page.request.get("/console/api/session")).json()).account.email as string;
    const typedEntries = () =>
      page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("marquee-typed:")));
    await context.clearCookies();
    await headlineOf(page).fill("Scritto senza sessione");
    await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
    expect(await typedEntries()).toHaveLength(1);
    const signIn = async () => {
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByLabel("Password").fill(OWNER.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    await signIn();
    await expect(headlineOf(page)).toHaveValue("Scritto senza sessione");
    await expect.poll(typedEntries, "The server has it.").toEqual([]);
    await page.route("**/console/api/content/drafts/*/field", (route) => route.abort());
    await headlineOf(page).fill("Scritto senza rete");
    await expect.poll(typedEntries).toHaveLength(1);
    await page.getByRole("button", { name: email }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign out and lose what is not saved?" });
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
    expect(await typedEntries()).toEqual([]);
    await signIn();
    await expect(headlineOf(page)).toHaveValue("Scritto senza sessione");
    await page.goto("/console/pages");
    await page.getByRole("button", { name: "Discard Changes to Home in Italian" }).click();
    await expect(page.getByText("Discarded Changes to Home in Italian.")).toBeVisible();
    await context.close();
  },
);

testPublishing(
  "a viewer reads everything and changes nothing; strangers see no drafts",
  async ({ browser, request, site }) => {
    const page = await (await joinConsole(browser, site.url, "viewer")).newPage();
    await page.goto("/console/pages/copy%3Aen%3Ahome");
    await expect(page.getByText("You have view-only access. Ask an editor to make changes.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
    const refused = await page.request.post("/console/api/content/drafts", {
      headers: { origin: site.url },
      data: { name: "Mine" },
    });
    expect(refused.status()).toBe(403);
    await page.context().close();
    expect((await request.get(`${site.url}/console/api/content`)).status()).toBe(401);
    const forged = await request.get(`${site.url}/preview/1.zzzzzzzz.${"A".repeat(16)}/`);
    expect(forged.status()).toBe(404);
  },
);
