import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { TEMPORARY_DIR } from "./support/dataTemplate.ts";
import { hydrated } from "./support/hydrated.ts";
import { joinConsole } from "./support/joinConsole.ts";
import { OWNER } from "./support/owner.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";
import { DESKTOP, PHONE } from "./support/viewports.ts";

const HEADLINE = { en: "Plans change. You don’t have to.", de: "Pläne ändern sich. Sie nicht." };
const HOSTILE = `</script><img src=x onerror="document.title='owned'">`;
const dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-e2e-"));
/** Chromium reports each script of the page that the preview does not run, and that its sandbox allows what its policy refuses. */
const IS_REFUSED_SCRIPT = /Content Security Policy directive: "script-src 'none'"|can escape its sandboxing/;
let site: StartedSite;

// Content is the same for all visitors of a server, so this one has no others.
test.describe.configure({ mode: "serial" });
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
  expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
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
  expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
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
  expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
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
  expect(errors.filter((error) => !IS_REFUSED_SCRIPT.test(error))).toEqual([]);
  await page.context().close();
});

test("a preview at another date and for another visitor, beside the present one, and by a link without an account", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const context = await joinConsole(browser, site.url, "editor");
  const page = await context.newPage();
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(DESKTOP);
  const api = (method: "post" | "put", path: string, data: object) =>
    page.request[method](`${site.url}/console/api${path}`, { headers: { origin: site.url }, data });
  const { id } = await (await api("post", "/content/drafts", { name: "Next week" })).json();
  const change = {
    item: "copy:fr-FR:home",
    pointer: "/hero/title",
    value: "Lundi, tout change.",
    revision: 0,
  };
  await api("put", `/content/drafts/${id}/field`, change);
  const pages: string[] = [];
  page.on("request", (request) => {
    if (/\/v1\/|\/consent|\/location/.test(new URL(request.url()).pathname)) pages.push(request.url());
  });

  await test.step("publish later", async () => {
    await page.goto(`/console/pages/copy%3Afr-FR%3Ahome?draft=${id}`);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("button", { name: "Publish later" }).click();
    const monday = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
    await dialog.getByLabel(/^Date and time/).fill(monday);
    expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page.getByText(/^Scheduled for/)).toBeVisible();
  });
  await page.goto("/console/publications");
  const scheduled = page.getByRole("region", { name: "Scheduled" });
  await expect(scheduled).toContainText("Next week");
  await scheduled.getByRole("link", { name: /^Preview/ }).click();
  await page.getByLabel("Language").selectOption("fr-FR");
  const first = page.frameLocator('iframe[title^="Preview: "]').first();
  await expect(first.getByRole("heading", { level: 1 })).toHaveText("Lundi, tout change.");

  await test.step("two pages side by side", async () => {
    await page.getByRole("button", { name: "Compare two" }).click();
    const second = page.getByRole("region", { name: "Second page" });
    await second.getByLabel(/^Date/).fill("");
    const now = page.frameLocator('iframe[title="Preview: second page"]');
    await expect(now.getByRole("heading", { level: 1 })).not.toHaveText("Lundi, tout change.");
    await expect(second.getByText("(different)")).toHaveCount(1);
    await now.locator('footer a[href="/fr-FR/pricing"], header a[href="/fr-FR/pricing"]').first().click();
    await expect(second).toContainText("/fr-FR/pricing");
    await expect(page).toHaveURL(/page2=\/fr-FR\/pricing/);
    await page.reload();
    await expect(second).toContainText("/fr-FR/pricing");
  });
  await test.step("a link for people without an account", async () => {
    const one = page.getByRole("region", { name: "First page" });
    await one.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(link);
    await expect(stranger.getByText("Nothing here is counted.")).toBeVisible();
    const shown = stranger.frameLocator("iframe");
    await expect(shown.getByRole("heading", { level: 1 })).toHaveText("Lundi, tout change.");
    expect(await violationsOf(stranger, { withoutFrames: true })).toEqual([]);
    expect(await stranger.context().cookies()).toEqual([]);
    await stranger.goto(link.replace(/\.[A-Za-z0-9_-]{16}\?/, `.${"A".repeat(16)}?`));
    await expect(stranger.getByRole("heading", { name: "This link does not work" })).toBeVisible();
    await stranger.context().close();
  });
  await api("put", `/content/drafts/${id}`, { isDiscarded: true });
  expect(pages, "Nothing is measured.").toEqual([]);
  expect(errors.filter((error) => !IS_REFUSED_SCRIPT.test(error))).toEqual([]);
  await context.close();
});

test("what is typed survives an ended session, and is gone after signing out", async ({ browser }) => {
  const context = await joinConsole(browser, site.url, "editor");
  const page = await context.newPage();
  await page.goto("/console/pages/copy%3Ait%3Ahome");
  await expect(headlineOf(page)).toBeVisible();
  const email = (await (await page.request.get("/console/api/session")).json()).account.email as string;
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("marquee-typed:")));
  await context.clearCookies();
  await headlineOf(page).fill("Scritto senza sessione");
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
  expect(await kept()).toHaveLength(1);
  const signIn = async () => {
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await signIn();
  await expect(headlineOf(page)).toHaveValue("Scritto senza sessione");
  await expect.poll(kept, "The server has it.").toEqual([]);
  await page.route("**/console/api/content/drafts/*/field", (route) => route.abort());
  await headlineOf(page).fill("Scritto senza rete");
  await expect.poll(kept).toHaveLength(1);
  await page.getByRole("button", { name: email }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out and lose what is not saved?" });
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
  expect(await kept()).toEqual([]);
  await signIn();
  await expect(headlineOf(page)).toHaveValue("Scritto senza sessione");
  await page.goto("/console/pages");
  await page.getByRole("button", { name: "Discard Changes to Home in Italian" }).click();
  await expect(page.getByText("Discarded Changes to Home in Italian.")).toBeVisible();
  await context.close();
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
  await publish("Changes to redirects");
  expect((await statusOf("/trust"))[0]).toBe(404);
  expect(await served(page, "/sitemap.xml")).not.toContain("/trust");

  await page.goto("/console/publications");
  const hiding = page.getByRole("listitem").filter({ hasText: "hid Trust center in English" });
  await hiding.getByRole("button", { name: /^Compare/ }).click();
  await hiding.getByRole("button", { name: "Take back Page: Hidden" }).click();
  await expect(page.getByText(/^Published as revision/)).toBeVisible();
  expect((await statusOf("/trust"))[0]).toBe(200);
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Restore the content of the files" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText(/^Published as revision/)).toBeVisible();
  await expect.poll(async () => (await statusOf("/trust"))[0]).toBe(404);
  expect(errors.filter((error) => !IS_REFUSED_SCRIPT.test(error))).toEqual([]);
  await page.context().close();
});

test("an editor moves and hides sections of all languages, publishes that, and takes it back", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await (await joinConsole(browser, site.url, "editor")).newPage();
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(DESKTOP);
  const before = { en: await served(page, "/"), de: await served(page, "/de") };
  const idsOf = (html: string) => [...html.matchAll(/data-section-id="([^"]+)"/g)].map(([, id]) => id);
  const shownIn = async (place: Page | FrameLocator) =>
    place
      .locator("main [data-section-id]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-section-id")));
  await page.goto("/console/pages/copy%3Ade%3Ahome");
  const sections = page.getByRole("region", { name: "Sections" });
  const row = (name: string) => sections.getByRole("listitem").filter({ hasText: name });
  await expect(row("Hero").getByRole("button")).toHaveText(["Hero"]);
  await expect(row("Departments").getByRole("switch")).toHaveCount(0);

  await test.step("by keyboard, by mouse, and by a switch", async () => {
    await sections.getByRole("button", { name: "Move FAQ up" }).focus();
    await page.keyboard.press("Enter");
    await expect(sections.getByRole("status")).toHaveText("FAQ is at position 10 of 12.");
    await expect(sections.getByRole("button", { name: "Move FAQ up" })).toBeFocused();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(sections.getByRole("status")).toHaveText("FAQ is at position 9 of 12.");
    await row("Security").dragTo(row("Views"));
    await expect(sections.getByRole("status")).toHaveText("Security is at position 3 of 12.");
    await sections.getByRole("switch", { name: "Show Moving" }).uncheck({ force: true });
    await expect(sections.getByRole("status")).toHaveText("Moving is hidden.");
  });
  const order = [
    "hero",
    "security",
    "views",
    "features",
    "departments",
    "demo",
    "integrations",
    "faq",
    "closing",
  ];
  // Each change loads the preview anew, which ends what reads it.
  await expect(async () => expect(await shownIn(preview(page))).toEqual(order)).toPass();
  await preview(page)
    .locator("#faq")
    .click({ position: { x: 4, y: 4 } });
  await expect(sections.getByRole("button", { name: "FAQ", exact: true })).toBeFocused();
  expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
  expect(idsOf(await served(page, "/de")), "Nothing is published yet.").toEqual(idsOf(before.de));
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog).toContainText("Hidden sections of Home");
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(/^Published as revision/)).toBeVisible();

  await test.step("visitors get it, from the server and on the way from another page", async () => {
    for (const path of ["/", "/de"]) expect(idsOf(await served(page, path))).toEqual(order);
    const visitor = await (await browser.newContext()).newPage();
    const problems = collectConsoleErrors(visitor);
    await visitor.goto(`${site.url}/de`);
    await hydrated(visitor);
    await visitor.locator("#security").hover();
    const isTaken = () =>
      visitor
        .locator("#security")
        .evaluate((section) => Object.keys(section).some((key) => key.startsWith("__react")));
    await expect.poll(isTaken, "React has hydrated what is below the first view.").toBe(true);
    expect(await shownIn(visitor)).toEqual(order);
    await visitor.locator('header a[href="/de/pricing"]').first().click();
    await expect(visitor.locator("#plans")).toBeVisible();
    await visitor.locator('header a[href="/de"]').first().click();
    await expect.poll(() => shownIn(visitor)).toEqual(order);
    expect(problems).toEqual([]);
    await visitor.context().close();
  });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Taken back. Visitors see the content from before.")).toBeVisible();
  expect(await served(page, "/")).toBe(before.en);
  expect(await served(page, "/de")).toBe(before.de);
  expect(errors.filter((error) => !IS_REFUSED_SCRIPT.test(error))).toEqual([]);
  await page.context().close();
});

test("an editor adds a template with a picture and a link, which list and feed show, and takes it back", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await (await joinConsole(browser, site.url, "editor")).newPage();
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(DESKTOP);
  const before = await served(page, "/templates/feed.xml");
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith("/field") && answer.ok());
  await page.goto("/console/pages");
  await page.getByRole("button", { name: "New page" }).click();
  const dialog = page.getByRole("dialog", { name: "New page" });
  await dialog.getByLabel("Begin with").selectOption({ label: "Template" });
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
  const labeled = saved();
  await page.getByRole("textbox", { name: "Link label" }).fill("Use this template");
  await labeled;
  await page.getByRole("button", { name: "Choose image" }).press("Enter");
  const images = page.getByRole("dialog", { name: "Choose image" });
  await images.getByRole("button", { name: "screens/board.png" }).click();
  const shown = saved();
  await images.getByRole("button", { name: "Use this image" }).click();
  await shown;
  await expect(page.getByRole("button", { name: "Change image, now screens/board.png" })).toBeFocused();
  await expect(preview(page).getByRole("link", { name: "Use this template" })).toBeVisible();
  await expect(preview(page).getByRole("img", { name: "A board with three columns" })).toBeVisible();
  expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const publishing = page.getByRole("dialog", { name: "Publish" });
  await publishing.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(/^Published as revision/)).toBeVisible();
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
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Taken back. Visitors see the content from before.")).toBeVisible();
  expect(await served(page, "/templates/feed.xml")).toBe(before);
  // Once it is taken back, its preview has nothing to show.
  const unexpected = errors.filter((error) => !IS_REFUSED_SCRIPT.test(error) && !error.includes("404"));
  expect(unexpected).toEqual([]);
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

test("an editor uploads an image, says what it shows, publishes it and shows it on a page, and takes it back", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const page = await (await joinConsole(browser, site.url, "editor")).newPage();
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(DESKTOP);
  const name = `walk-${Date.now()}.png`;
  const saved = () =>
    page.waitForResponse(
      (response) =>
        response.request().method() === "PUT" && response.url().endsWith("/field") && response.ok(),
    );
  const publish = async () => {
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText(/^Published as revision/)).toBeVisible();
  };

  await page.goto("/console/images");
  await expect(page.getByRole("link", { name: "guide/board.png" })).toBeVisible();
  await test.step("files are dropped on the screen; one that is none is refused with the reason", async () => {
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
  });

  await test.step("it needs a text, and gets a focal point by keyboard", async () => {
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await expect(dialog).toContainText("This image has no alternative text in English.");
    await expect(dialog.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const written = saved();
    await page.getByLabel("English").fill("A gray card");
    await written;
    const moved = saved();
    await page.getByRole("button", { name: /^Focal point/ }).press("Shift+ArrowRight");
    await moved;
    await expect(
      page.getByRole("button", { name: "Focal point: 60% from the left, 50% from the top" }),
    ).toBeFocused();
    expect(await violationsOf(page)).toEqual([]);
    await publish();
  });

  await test.step("it is inserted in the text of a page", async () => {
    await page.goto("/console/pages/page%3Aen%3Aguide");
    await page.getByRole("button", { name: "Insert image" }).click();
    const dialog = page.getByRole("dialog", { name: "Insert image" });
    await dialog.getByRole("button", { name }).click();
    await expect(dialog.getByLabel("Alternative text")).toHaveValue("A gray card");
    expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
    const inserted = saved();
    await dialog.getByRole("button", { name: "Insert", exact: true }).click();
    await inserted;
    await expect(preview(page).getByRole("img", { name: "A gray card" })).toBeVisible();
    await publish();
    const [, address = ""] =
      new RegExp(`(/images\\?source=${name}[^" ]*)`).exec(await served(page, "/guide")) ?? [];
    const picture = await page.request.get(site.url + address.replaceAll("&amp;", "&"));
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  });

  await test.step("it can't be deleted while a page shows it", async () => {
    await page.goto(`/console/images/${encodeURIComponent(`image:${name}`)}`);
    await expect(page.getByRole("button", { name: "Delete" })).toBeDisabled();
    await expect(page.getByText("Pages show it, so it can't be deleted.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Your first week" })).toBeVisible();
  });

  await page.goto("/console/publications");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Restore the content of the files" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText(/^Published as revision/)).toBeVisible();
  expect(await served(page, "/guide")).not.toContain(name);
  await page.goto("/console/images");
  await expect(page.getByRole("link", { name: "guide/board.png" })).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  expect(errors.filter((error) => !IS_REFUSED_SCRIPT.test(error))).toEqual([]);
  await page.context().close();
});

test("a translator works side by side with English, previews it, and sends texts out and in as XLIFF", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const context = await joinConsole(browser, site.url, "editor");
  const page = await context.newPage();
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(DESKTOP);
  const api = async (method: "post" | "put", path: string, data: object) =>
    (
      await page.request[method](`${site.url}/console/api${path}`, { headers: { origin: site.url }, data })
    ).json();
  const { id } = await api("post", "/content/drafts", { name: "New headline" });
  const change = { item: "copy:en:home", pointer: "/hero/title", value: `Plans move ${id}`, revision: 0 };
  await api("put", `/content/drafts/${id}/field`, change);
  await api("post", `/content/drafts/${id}/publish`, { note: "" });

  await page.goto("/console/languages");
  await page.getByRole("link", { name: "German" }).click();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "1 of Home: outdated" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home in German" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveCount(1);
  await expect(page.getByText(`Plans move ${id}`)).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().endsWith("/field") && response.ok());
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
  expect(errors.filter((error) => !IS_REFUSED_SCRIPT.test(error))).toEqual([]);
  await context.close();
});
