import { SITE_BANNER_FLAG } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { goToScreen, openConsole } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

// A separate server, so that other tests do not see what is published here.
test.describe.configure({ mode: "serial" });
let site: StartedSite;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  site = await startSite(3);
});
test.afterAll(() => site.stop());
test.use({ contextOptions: { reducedMotion: "reduce" } });

const VIEWER = { email: "viewer@trellis.example", password: "a viewer's long password" };
const EDITOR = { email: "editor@trellis.example", password: "an editor's long password" };
const KEY = "checkout-in-one-page";

async function open(browser: Browser, path: string, screen: string, who = OWNER): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  await openConsole(page, path, screen, who);
  return page;
}

const bannerOf = (page: Page) => page.getByRole("complementary", { name: "Announcement" });
const saving = (page: Page) => page.getByRole("region", { name: "Saving" });
/** Whether the served HTML has the banner; the page settings contain its text on every page. */
async function showsBanner(request: APIRequestContext, path: string, text: string): Promise<boolean> {
  const html = await (await request.get(site.url + path)).text();
  return html.includes("data-site-banner") && html.includes(text);
}

/** Invites someone on the screen and joins with the link that it shows. */
async function join(owner: Page, browser: Browser, who: typeof OWNER, role: string): Promise<void> {
  await owner.getByLabel("Email").fill(who.email);
  await owner.getByLabel("Role", { exact: true }).selectOption(role);
  await owner.getByRole("button", { name: "Create invitation link" }).click();
  const link = owner.getByRole("region", { name: `Link for ${who.email}` });
  await expect(link).toBeFocused();
  const url = (await link.locator("code").textContent()) ?? "";
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await expect(page.getByLabel("Email")).toHaveValue(who.email);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
  await context.close();
}

test("people join with a link that works once, and removing them ends their session", async ({ browser }) => {
  const owner = await open(browser, "/people", "People");
  for (const [who, role] of [
    [VIEWER, "viewer"],
    [EDITOR, "editor"],
  ] as const)
    await join(owner, browser, who, role);
  await join(owner, browser, { email: "gone@trellis.example", password: VIEWER.password }, "owner");
  await owner.reload();
  const gone = await open(browser, "/people", "People", {
    email: "gone@trellis.example",
    password: VIEWER.password,
  });
  await owner.getByLabel("Role of gone@trellis.example").selectOption("editor");
  await owner.getByRole("dialog").getByRole("button", { name: "Make editor" }).click();
  await expect(owner.getByText("gone@trellis.example is now an editor.")).toBeVisible();
  await gone.reload();
  await expect(gone.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await owner.getByRole("button", { name: "Remove gone@trellis.example" }).click();
  expect(await violationsOf(owner)).toEqual([]);
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(owner.getByRole("row").filter({ hasText: "gone@" })).toHaveCount(0);
  await owner.getByRole("button", { name: `Remove ${OWNER.email}` }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(owner.getByRole("alert")).toHaveText(/needs at least one owner/);
  await gone.context().close();
  await owner.context().close();
});

test("an editor publishes a banner, visitors see it within a second, and one click undoes it", async ({
  browser,
  request,
}) => {
  const editor = await open(browser, "/banner", "Banner", EDITOR);
  const text = `Move one bar ${Date.now()}`;
  await editor.getByLabel("Text", { exact: true }).fill(text);
  await editor.getByLabel("Link address").fill("javascript:alert(1)");
  await editor.getByLabel("Link label").fill("See how it works");
  await editor.getByLabel("Paths", { exact: true }).fill("/lp/*\n/pricing");
  await editor.getByLabel("Excluded paths").fill("/lp/ai");
  await editor.getByRole("button", { name: "Publish" }).click();
  await expect(editor.getByText(/Enter a path such as \/pricing/)).toBeVisible();
  await expect(editor.getByLabel("Link address")).toBeFocused();
  await editor.getByLabel("Link address").fill("/brain");
  const preview = editor.getByRole("region", { name: "Preview" });
  await expect(preview.frameLocator('iframe[title="Banner at 800 px, dark"]').getByText(text)).toBeVisible();
  await editor.getByLabel("Path or address").fill("/lp/ai");
  await expect(editor.getByText("Not shown on /lp/ai: excluded by /lp/ai.")).toBeVisible();
  expect(await showsBanner(request, "/pricing", text)).toBe(false);
  await editor.getByRole("button", { name: "Publish" }).click();
  await expect(editor.getByText("Saved. Visitors see the change within a second.")).toBeVisible();
  await expect.poll(() => showsBanner(request, "/pricing", text)).toBe(true);
  expect(await showsBanner(request, "/lp/ai", text)).toBe(false);

  const visitor = await editor.context().newPage();
  await visitor.goto(`${site.url}/pricing`);
  await expect(bannerOf(visitor)).toContainText(text);
  await editor.getByRole("button", { name: "Undo" }).click();
  await expect(editor.getByText("Change undone.")).toBeVisible();
  await expect.poll(() => showsBanner(request, "/pricing", text)).toBe(false);
  await expect(editor.getByLabel("Text", { exact: true })).toHaveValue("");

  // The undo is a change itself and can be reverted.
  await editor.getByRole("button", { name: /^Revert change/ }).click();
  await expect.poll(() => showsBanner(request, "/pricing", text)).toBe(true);
  await expect(editor.getByLabel("Text", { exact: true })).toHaveValue(text);
  await editor.getByRole("button", { name: "Unpublish" }).click();
  await expect.poll(() => showsBanner(request, "/pricing", text)).toBe(false);
  await expect(editor.getByText("Not published")).toBeVisible();
  await expect(editor.getByLabel("Paths", { exact: true })).toHaveValue("/lp/*\n/pricing");
  await editor.context().close();
});

test("an editor creates a flag, adds rules by keyboard, tests them before saving, and saves", async ({
  browser,
}) => {
  const editor = await open(browser, "/flags", "Flags", EDITOR);
  await editor.getByRole("button", { name: "New flag" }).click();
  await editor.getByLabel("Key", { exact: true }).fill(KEY);
  await editor.getByRole("button", { name: "Create flag" }).press("Enter");
  await expect(editor.getByRole("heading", { level: 1, name: KEY })).toBeVisible();

  for (const [place, description, country] of [
    [1, "Norway", "NO"],
    [2, "Sweden", "SE"],
  ] as const) {
    await editor.getByRole("button", { name: "Add rule" }).press("Enter");
    const rule = editor.getByRole("listitem", { name: `Rule ${place}` });
    await rule.getByLabel("Description").fill(description);
    await rule.getByRole("button", { name: "Add condition" }).press("Enter");
    await rule.getByLabel("Values").fill(country);
    await rule.getByLabel(`Rule ${place} is on`).press("Space");
  }
  await editor.getByLabel("Visitor id").fill("visitor-1");
  await editor.getByLabel("Country").fill("SE");
  const answer = editor.getByRole("complementary", { name: "Test" }).getByRole("status");
  await expect(answer).toContainText("Rule 2 matched.");
  await expect(answer).toContainText("Rule 1 targets other visitors.");
  await editor.getByRole("button", { name: /^2\. Sweden/ }).press("Alt+ArrowUp");
  await expect(editor.getByRole("button", { name: /^1\. Sweden/ })).toBeFocused();
  await expect(answer).toContainText("Rule 1 matched.");
  expect(await violationsOf(editor)).toEqual([]);

  // Leaving asks first; staying keeps the input.
  editor.once("dialog", (dialog) => dialog.dismiss());
  await editor.getByRole("link", { name: "Banner" }).click();
  await expect(editor.getByRole("heading", { level: 1, name: KEY })).toBeVisible();
  await saving(editor)
    .getByText(/unsaved change/)
    .click();
  await expect(saving(editor)).toContainText("Rules");
  await saving(editor).getByRole("button", { name: "Save changes" }).click();
  await expect(editor.getByText("Saved and live.")).toBeVisible();
  await goToScreen(editor, "Changes");
  await expect(editor.getByText(`flag ${KEY}`).first()).toBeVisible();
  await editor.context().close();
});

test("the second of two editors sees whose change came first, and keeps either version", async ({
  browser,
}) => {
  const [first, second] = await Promise.all([
    open(browser, `/flags/${KEY}`, KEY, EDITOR),
    open(browser, `/flags/${KEY}`, KEY),
  ]);
  for (const [page, description] of [
    [first, "Theirs"],
    [second, "Mine"],
  ] as const) {
    await page.getByLabel("Description").first().fill(description);
    await page.getByRole("button", { name: "Save changes" }).click();
  }
  await expect(first.getByText("Saved and live.")).toBeVisible();
  const dialog = second.getByRole("dialog", { name: "Someone else changed this" });
  await expect(dialog).toContainText(EDITOR.email);
  await expect(dialog).toContainText("Theirs");
  expect(await violationsOf(second)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep my changes" }).click();
  await expect(second.getByLabel("Description").first()).toHaveValue("Mine");
  await second.getByRole("button", { name: "Save changes" }).click();
  await expect(second.getByText("Saved and live.")).toBeVisible();

  await first.getByLabel("Description").first().fill("Theirs again");
  await first.getByRole("button", { name: "Save changes" }).click();
  await first.getByRole("button", { name: "Discard mine" }).click();
  await expect(first.getByLabel("Description").first()).toHaveValue("Mine");
  await expect(saving(first)).toHaveCount(0);
  for (const page of [first, second]) await page.context().close();
});

test("invalid JSON shows an error and is not saved", async ({ browser }) => {
  const editor = await open(browser, `/flags/${SITE_BANNER_FLAG}`, SITE_BANNER_FLAG, EDITOR);
  const value = editor.getByLabel("Default value");
  await value.fill('{"text": "Hello"\n "paths": []}');
  await expect(editor.getByText(/^Line 2, column 2:/)).toBeVisible();
  await editor.getByRole("button", { name: "Save changes" }).click();
  await expect(value).toBeFocused();
  await editor.getByRole("button", { name: "Discard" }).click();
  await expect(saving(editor)).toHaveCount(0);
  await value.fill('{"colour": "red"}');
  await editor.getByRole("button", { name: "Save changes" }).click();
  await expect(saving(editor).getByRole("alert")).toContainText("Invalid banner");
  await editor.context().close();
});

test("a viewer can see everything and change nothing", async ({ browser }) => {
  const viewer = await open(browser, "/flags", "Flags", VIEWER);
  await expect(viewer.getByRole("button", { name: "New flag" })).toHaveCount(0);
  await viewer.getByRole("link", { name: KEY }).click();
  await expect(
    viewer.getByText("You have view-only access, and you can test the flag. Ask an editor to make changes."),
  ).toBeVisible();
  await expect(viewer.getByLabel("Description").first()).toBeDisabled();
  await viewer.getByLabel("Visitor id").fill("visitor-1");
  await viewer.getByLabel("Country").fill("NO");
  await expect(viewer.getByText(/Rule \d matched/)).toBeVisible();
  for (const screen of ["Banner", "Changes", "People"]) {
    await goToScreen(viewer, screen);
    await expect(viewer.getByText(/You have view-only access/)).toBeVisible();
    for (const name of [/^Publish/, /^Unpublish/, /^Revert/, /^Remove/, /^Create invitation link/])
      await expect(viewer.getByRole("button", { name })).toHaveCount(0);
  }
  const address = `${site.url}/console/api/flags/${KEY}`;
  const { revision, definition } = (await (await viewer.request.get(address)).json()) as FlagState;
  const headers = { origin: site.url };
  const refused = await viewer.request.put(address, { headers, data: { revision, definition } });
  expect(refused.status()).toBe(403);
  await viewer.context().close();
});

// console.spec.ts checks the other two without data.
for (const [width, colorScheme] of [
  [390, "light"],
  [1440, "dark"],
] as const) {
  test(`every screen is accessible and fits at ${width} px, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await openConsole(page, "/flags", "Flags");
    const errors = collectConsoleErrors(page);
    for (const path of ["/flags", `/flags/${KEY}`, "/banner", "/changes", "/people"]) {
      await page.goto(`/console${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator(".pulses")).toHaveCount(0);
      expect(await violationsOf(page), path).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
}
