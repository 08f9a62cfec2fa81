import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { TEMPORARY_DIR } from "./support/dataTemplate.ts";
import { joinConsole } from "./support/joinConsole.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";
import { DESKTOP, PHONE } from "./support/viewports.ts";

const HEADLINE = { en: "Plans change. You don’t have to.", de: "Pläne ändern sich. Sie nicht." };
const HOSTILE = `</script><img src=x onerror="document.title='owned'">`;
const dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-e2e-"));
let site: StartedSite;

// Content is the same for all visitors of a server, so this one has no others.
test.describe.configure({ mode: "serial", retries: 0 });
test.beforeAll(async () => {
  test.setTimeout(150_000);
  site = await startSite(16, { DATA_DIR: dataDir });
});
test.afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const headlineOf = (page: Page) => page.getByRole("textbox", { name: "Title" }).nth(1);
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]');

/** Types into the editor and waits until the server has saved it. */
async function type(page: Page, text: string): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().endsWith("/field") && response.ok(),
  );
  await headlineOf(page).fill(text);
  await saved;
}

async function served(page: Page, path: string): Promise<string> {
  return (await page.request.get(`${site.url}${path}`)).text();
}

test("an editor changes a headline in two languages, previews and publishes it, and takes it back", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const page = await (await joinConsole(browser, site.url, "editor")).newPage();
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(DESKTOP);
  await page.goto("/console/pages");
  const before = await served(page, "/");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home in English" })).toBeVisible();
  await type(page, HEADLINE.en);
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText(HEADLINE.en);
  await test.step("what is hostile is text", async () => {
    await type(page, HOSTILE);
    await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText(HOSTILE);
    await type(page, HEADLINE.en);
  });
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "German" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home in German" })).toBeVisible();
  await type(page, HEADLINE.de);
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText(HEADLINE.de);
  expect(await served(page, "/"), "Nothing is published yet.").toBe(before);

  await test.step("a reload loses nothing", async () => {
    await page.reload();
    await expect(headlineOf(page)).toHaveValue(HEADLINE.de);
  });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog).toContainText("2 changes");
  await dialog.getByLabel("Note").fill("A shorter promise");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published as revision 1.")).toBeVisible();
  expect(await served(page, "/")).toContain(HEADLINE.en);
  expect(await served(page, "/de")).toContain(HEADLINE.de);

  await page.goto("/console/publications");
  const revision = page.getByRole("listitem").filter({ hasText: "Revision 1" });
  await expect(revision).toContainText("A shorter promise");
  await revision.getByRole("button", { name: /^Compare/ }).click();
  await expect(revision.getByText(HEADLINE.de)).toBeVisible();
  await page.setViewportSize(PHONE);
  expect(await violationsOf(page)).toEqual([]);
  await revision
    .getByRole("button", { name: /^Take back/ })
    .first()
    .click();
  await expect(page.getByText("Published as revision 2.")).toBeVisible();
  await page.getByRole("button", { name: "Restore the content of the files" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published as revision 3.")).toBeVisible();
  expect(await served(page, "/")).toBe(before);
  expect(await served(page, "/de")).not.toContain(HEADLINE.de);
  // Chromium reports each script of the page that the preview does not run.
  expect(errors.filter((error) => !error.startsWith("Blocked script execution"))).toEqual([]);
  await page.context().close();
});

test("an editor adds a page from a copy, renames, hides and deletes it, and takes it back", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const page = await (await joinConsole(browser, site.url, "editor")).newPage();
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(DESKTOP);
  const statusOf = async (path: string) => {
    const answer = await page.request.get(`${site.url}${path}`, { maxRedirects: 0 });
    return [answer.status(), answer.headers().location];
  };
  const publish = async (draft: string) => {
    await page
      .getByRole("listitem")
      .filter({ hasText: draft })
      .getByRole("button", { name: /^Publish/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  const choose = async (name: string, action: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("button", { name: action, exact: true }).click();
    return page.getByRole("dialog", { name: `${action} ${name}` });
  };

  await page.goto("/console/pages");
  await page.getByRole("button", { name: "New page" }).click();
  const dialog = page.getByRole("dialog", { name: "New page" });
  await dialog.getByLabel("Begin with").selectOption({ label: "A copy of Security in English" });
  await dialog.getByLabel("Title").fill("Trust center");
  await expect(dialog.getByLabel("Path")).toHaveValue("/trust-center");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add to draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Trust center in English" })).toBeVisible();
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("Trust center");
  expect((await statusOf("/trust-center"))[0]).toBe(404);
  await page.goto("/console/pages");
  await expect(page.getByRole("row").filter({ hasText: "Trust center" })).toContainText("New in draft");
  await publish("New page: Trust center");
  expect((await statusOf("/trust-center"))[0]).toBe(200);

  const renaming = await choose("Trust center in English", "Rename");
  await renaming.getByRole("textbox", { name: "Path" }).fill("/trust");
  await expect(renaming.getByLabel("Redirect /trust-center to the new path")).toBeChecked();
  expect(await violationsOf(page)).toEqual([]);
  await renaming.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("renamed to /trust")).toBeVisible();
  await publish("Rename Trust center");
  expect(await statusOf("/trust-center?a=1")).toEqual([301, "/trust?a=1"]);

  await page.goto("/console/redirects");
  await expect(page.getByRole("row").filter({ hasText: "/trust-center" })).toContainText("Published");
  await page.getByRole("button", { name: "New redirect" }).click();
  const redirect = page.getByRole("dialog", { name: "New redirect" });
  await redirect.getByLabel("From").fill("/trust");
  await redirect.getByLabel("To", { exact: true }).fill("/pricing");
  await redirect.getByRole("button", { name: "Save in draft" }).click();
  await expect(page.getByText("/trust is a page.")).toBeVisible();
  await page.getByRole("button", { name: "Remove /trust", exact: true }).click();
  await expect(page.getByText("/trust is a page.")).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);

  await page.goto("/console/pages");
  await (await choose("Trust center in English", "Hide")).getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("Hidden in draft")).toBeVisible();
  await publish("Changes to redirects");
  expect((await statusOf("/trust"))[0]).toBe(404);
  expect(await served(page, "/sitemap.xml")).not.toContain("/trust");

  await page.goto("/console/publications");
  const hiding = page.getByRole("listitem").filter({ hasText: "hid Trust center in English" });
  await hiding.getByRole("button", { name: /^Compare/ }).click();
  await hiding.getByRole("button", { name: /^Take back/ }).click();
  await expect(page.getByText(/^Published as revision/)).toBeVisible();
  expect((await statusOf("/trust"))[0]).toBe(200);
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Restore the content of the files" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText(/^Published as revision/)).toBeVisible();
  await expect.poll(async () => (await statusOf("/trust"))[0]).toBe(404);
  expect(errors.filter((error) => !error.startsWith("Blocked script execution"))).toEqual([]);
  await page.context().close();
});

test("a viewer reads everything and changes nothing; strangers see no drafts", async ({
  browser,
  request,
}) => {
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
});
