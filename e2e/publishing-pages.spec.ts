import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import {
  fieldSaved,
  openAsEditor,
  preview,
  publish,
  publishedRevision,
  restoreFiles,
  served,
  undo,
  unexpected,
} from "./support/publishing.ts";
import { testPublishing } from "./support/sharedSites.ts";
import { PHONE } from "./support/viewports.ts";

testPublishing(
  "an editor adds a page from a copy, renames, hides and deletes it, and takes it back",
  async ({ browser, site }) => {
    testPublishing.setTimeout(180_000);
    const { page, errors } = await openAsEditor(browser, site.url);
    const statusOf = async (path: string) => {
      const answer = await page.request.get(`${site.url}${path}`, { maxRedirects: 0 });
      return [answer.status(), answer.headers().location];
    };
    const publishListed = async (draft: string) => {
      await page
        .getByRole("listitem")
        .filter({ hasText: draft })
        .getByRole("button", { name: /^Publish/ })
        .click();
      const dialog = page.getByRole("dialog", { name: "Publish" });
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await publishedRevision(page);
    };
    const choose = async (name: string, action: string) => {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("button", { name: action, exact: true }).click();
      return page.getByRole("dialog", { name: `${action} ${name}` });
    };

    await page.goto("/console/pages");
    await page.getByRole("button", { name: "New page" }).click();
    const dialog = page.getByRole("dialog", { name: "New page" });
    await dialog.getByLabel("Start from").selectOption({ label: "A copy of Security in English" });
    await dialog.getByLabel("Title").fill("Trust center");
    await expect(dialog.getByLabel("Path")).toHaveValue("/trust-center");
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add to draft" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Trust center in English" })).toBeVisible();
    await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("Trust center");
    expect((await statusOf("/trust-center"))[0]).toBe(404);
    await page.goto("/console/pages");
    await expect(page.getByRole("row").filter({ hasText: "Trust center" })).toContainText("New in draft");
    await publishListed("New page: Trust center");
    expect((await statusOf("/trust-center"))[0]).toBe(200);

    const renaming = await choose("Trust center in English", "Rename");
    await renaming.getByRole("textbox", { name: "Path" }).fill("/trust");
    await expect(renaming.getByLabel("Redirect /trust-center to the new path")).toBeChecked();
    expect(await violationsOf(page)).toEqual([]);
    await renaming.getByRole("button", { name: "Rename" }).click();
    await expect(page.getByText("renamed to /trust")).toBeVisible();
    await publishListed("Rename Trust center");
    expect(await statusOf("/trust-center?a=1")).toEqual([301, "/trust?a=1"]);

    await page.goto("/console/redirects");
    await expect(page.getByRole("row").filter({ hasText: "/trust-center" })).toContainText("Published");
    await page.getByRole("button", { name: "New redirect" }).click();
    const redirect = page.getByRole("dialog", { name: "New redirect" });
    await redirect.getByLabel("From").fill("/trust");
    await redirect.getByLabel("To", { exact: true }).fill("/trust-center");
    await expect(redirect.getByText("/trust is a page.")).toBeVisible();
    await redirect.getByLabel("From").fill("/old-trust");
    await expect(redirect.getByText("/trust is a page.")).toHaveCount(0);
    expect(await violationsOf(page)).toEqual([]);
    await redirect.getByRole("button", { name: "Save in draft" }).click();
    await expect(page.getByRole("row").filter({ hasText: "/old-trust" })).toContainText("New in draft");

    await page.goto("/console/pages");
    await (await choose("Trust center in English", "Hide")).getByRole("button", { name: "Hide" }).click();
    await expect(page.getByText("Hidden in draft")).toBeVisible();
    await publishListed("Hide Trust center");
    expect((await statusOf("/trust"))[0]).toBe(404);
    expect(await served(page, "/sitemap.xml")).not.toContain("/trust");

    await page.goto("/console/publications");
    const hiding = page.getByRole("listitem").filter({ hasText: "hid Trust center in English" });
    await hiding.getByRole("button", { name: /^Compare/ }).click();
    await hiding.getByRole("button", { name: "Undo Page: Hidden" }).click();
    await publishedRevision(page);
    expect((await statusOf("/trust"))[0]).toBe(200);
    await page.setViewportSize(PHONE);
    await restoreFiles(page);
    await expect.poll(async () => (await statusOf("/trust"))[0]).toBe(404);
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  },
);

testPublishing(
  "an editor adds a template with a picture and a link, which list and feed show, and takes it back",
  async ({ browser, site }) => {
    testPublishing.setTimeout(120_000);
    const { page, errors } = await openAsEditor(browser, site.url);
    const before = await served(page, "/templates/feed.xml");
    await page.goto("/console/pages");
    await page.getByRole("button", { name: "New page" }).click();
    const dialog = page.getByRole("dialog", { name: "New page" });
    await dialog.getByLabel("Start from").selectOption({ label: "Template" });
    await dialog.getByLabel("Title").fill("Hiring plan");
    await dialog.getByLabel("Category").fill("People");
    await expect(dialog.getByLabel("Path")).toHaveValue("/templates/hiring-plan");
    await dialog.getByRole("button", { name: "Add to draft" }).click();
    await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("Hiring plan");

    const link = page.getByRole("combobox", { name: /^Link(?! label)/ });
    await link.fill("javascript:alert(1)");
    await expect(page.getByText("This must be a link, such as /pricing")).toBeVisible();
    await link.fill("/sign-up?template=hiring-plan");
    await expect(page.getByText("This must be a link, such as /pricing")).toBeHidden();
    const labeled = fieldSaved(page);
    await page.getByRole("textbox", { name: "Link label" }).fill("Use this template");
    await labeled;
    await page.getByRole("button", { name: "Choose image" }).press("Enter");
    const images = page.getByRole("dialog", { name: "Choose image" });
    await images.getByRole("button", { name: "screens/board.png" }).click();
    const saved = fieldSaved(page);
    await images.getByRole("button", { name: "Use this image" }).click();
    await saved;
    await expect(page.getByRole("button", { name: "Change image, now screens/board.png" })).toBeFocused();
    await expect(preview(page).getByRole("link", { name: "Use this template" })).toBeVisible();
    await expect(preview(page).getByRole("img", { name: "A board with three columns" })).toBeVisible();
    expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
    await publish(page);
    expect(await served(page, "/templates/feed.xml")).toContain('<category term="People"/>');

    const visitor = await (await browser.newContext()).newPage();
    const problems = collectConsoleErrors(visitor);
    await visitor.goto(`${site.url}/templates`);
    await hydrated(visitor);
    const card = visitor.getByRole("region", { name: "People" }).getByRole("listitem");
    await expect(card.locator("img")).toHaveAttribute("src", /board\.png/);
    await card.getByRole("link", { name: "Hiring plan" }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Hiring plan");
    await expect(visitor.getByRole("link", { name: "Use this template" })).toHaveAttribute(
      "href",
      "/sign-up?template=hiring-plan",
    );
    await expect(visitor.locator("main").getByRole("link", { name: "Templates" })).toBeVisible();
    expect(problems).toEqual([]);
    await visitor.context().close();
    await undo(page);
    expect(await served(page, "/templates/feed.xml")).toBe(before);
    await expect(page.getByRole("heading", { name: "This page isn't published" })).toBeVisible();
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  },
);
