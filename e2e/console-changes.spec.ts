import {
  DEFAULT_RECORDING_SETTINGS,
  REPLAY_TYPES,
  type RecordingSettings,
  SITE_BANNER_FLAG,
} from "@marquee/contract";
import type { ContentItemResponse, FlagState } from "@marquee/contract/schema";
import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { type AxeRules, violationsIn, violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { clippedFocusRings } from "./support/focusRings.ts";
import { hide } from "./support/hide.ts";
import { goToScreen, openConsole } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

// A separate server, so that other tests do not see what is published here. The tests share its people, each with one page.
test.describe.configure({ mode: "serial" });
let site: StartedSite;
let owner: Page;
let editor: Page;
let viewer: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  site = await startSite(3, { API_KEY: ENVIRONMENT_KEY });
  [owner, editor, viewer] = [await newPage(browser), await newPage(browser), await newPage(browser)];
});
test.afterAll(async () => {
  for (const page of [owner, editor, viewer]) await page?.context().close();
  await site?.stop();
});

const VIEWER = { email: "viewer@trellis.example", password: "a viewer's long password" };
const EDITOR = { email: "editor@trellis.example", password: "an editor's long password" };
const LEAVER = { email: "gone@trellis.example", password: "a leaver's long password" };
const KEY = "checkout-in-one-page";
const ENVIRONMENT_KEY = "key-of-the-environment";

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: site.url })).newPage();
}

/** Opens a flag from the list. */
async function openFlag(page: Page, key: string): Promise<void> {
  await goToScreen(page, "Flags");
  await page.getByRole("link", { name: key }).click();
  await expect(page.getByRole("heading", { level: 1, name: key })).toBeVisible();
}

const bannerOf = (page: Page) => page.getByRole("complementary", { name: "Announcement" });
const saving = (page: Page) => page.getByRole("region", { name: "Saving" });
/** Whether the served HTML has the banner; the page settings contain its text on every page. */
async function showsBanner(request: APIRequestContext, path: string, text: string): Promise<boolean> {
  const html = await (await request.get(site.url + path)).text();
  return html.includes("data-site-banner") && html.includes(text);
}

/** Invites someone on the owner's screen. @returns the link that it shows. */
async function invite({ email }: typeof OWNER, role: string): Promise<string> {
  await owner.getByLabel("Email").fill(email);
  await owner.getByLabel("Role", { exact: true }).selectOption(role);
  await owner.getByRole("button", { name: "Create invitation link" }).click();
  const link = owner.getByRole("region", { name: `Link for ${email}` });
  await expect(link).toBeFocused();
  return (await link.locator("code").textContent()) ?? "";
}

/** Accepts an invitation without opening its page, and signs the page's browser in. @returns the status. */
async function accept(page: Page, link: string, { password }: typeof OWNER): Promise<number> {
  const data = { token: link.split("#token=")[1], password };
  const headers = { origin: site.url };
  return (await page.request.post("/console/api/join", { headers, data })).status();
}

test("people join with a link that works once, and lose their session with their role", async ({
  browser,
}) => {
  await openConsole(owner, "/team", "Team");
  for (const [page, who, role] of [
    [viewer, VIEWER, "viewer"],
    [editor, EDITOR, "editor"],
  ] as const) {
    const link = await invite(who, role);
    expect(await accept(page, link, who)).toBe(200);
    expect(await accept(page, link, who)).toBeGreaterThanOrEqual(400);
  }
  const leaver = await newPage(browser);
  const link = await invite(LEAVER, "owner");
  await leaver.goto(link);
  await expect(leaver.getByLabel("Email")).toHaveValue(LEAVER.email);
  expect(await violationsOf(leaver)).toEqual([]);
  await leaver.getByLabel("Password").fill(LEAVER.password);
  await leaver.getByRole("button", { name: "Create account" }).click();
  await expect(leaver.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await goToScreen(leaver, "Team");

  await owner.reload();
  await owner.getByLabel(`Role of ${LEAVER.email}`).selectOption("editor");
  await owner.getByRole("dialog").getByRole("button", { name: "Make editor" }).click();
  await expect(owner.getByText(`${LEAVER.email} is now an editor.`)).toBeVisible();
  await leaver.reload();
  await expect(leaver.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await leaver.goto(link);
  await expect(leaver.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
  await leaver.context().close();

  await owner.getByRole("button", { name: `Remove ${LEAVER.email}` }).click();
  expect(await violationsIn(owner, "dialog[open]")).toEqual([]);
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(owner.getByRole("row").filter({ hasText: LEAVER.email })).toHaveCount(0);
  await owner.getByRole("button", { name: `Remove ${OWNER.email}` }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(owner.getByRole("alert")).toHaveText(/needs at least one owner/);
  await owner.keyboard.press("Escape");
});

test("a key allows queries by other programs until an owner revokes it", async ({ request }) => {
  await goToScreen(owner, "API keys");
  await owner.getByLabel("Name").fill("Weekly report");
  await owner.getByRole("button", { name: "Create key" }).click();
  const createdKey = owner.getByRole("region", { name: "Key Weekly report" });
  await expect(createdKey).toBeFocused();
  await expect(createdKey.locator("code")).toHaveText(/^[\w-]{43}$/);
  const key = await createdKey.locator("code").textContent();
  const row = owner.getByRole("row").filter({ hasText: "Weekly report" });
  await expect(row).toContainText("Never");
  expect(await violationsOf(owner)).toEqual([]);

  const siteId =
    (await owner.getByRole("region", { name: "Use a key" }).locator("code").nth(1).textContent()) ?? "";
  const ask = async (sent = key) => {
    const headers = { authorization: `Bearer ${sent}` };
    const data = { site_id: siteId, metrics: ["visitors"], date_range: "7d" };
    const response = await request.post(`${site.url}/api/v2/query`, { headers, data });
    return [response.status(), await response.json()];
  };
  expect(await ask()).toMatchObject([200, { results: [{ dimensions: [], metrics: [0] }] }]);
  await owner.reload();
  await expect(row).toContainText(/now|ago/i);
  await expect(owner.getByText(String(key))).toHaveCount(0);
  expect(await ask(ENVIRONMENT_KEY)).toMatchObject([200, {}]);
  await expect(owner.getByRole("button", { name: "Revoke Environment" })).toHaveCount(0);

  await owner.getByRole("button", { name: "Revoke Weekly report" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(owner.getByText("1 revoked key")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await ask()).toMatchObject([401, { error: expect.stringContaining("Invalid API key") }]);
});

test("an editor publishes a banner with its translation, visitors see it within a second, and one click undoes it", async ({
  request,
}) => {
  await editor.goto("/console/banner");
  await expect(editor.getByRole("heading", { level: 1, name: "Banner" })).toBeVisible();
  const [text, german] = [`Move one bar ${Date.now()}`, `Ein Balken ${Date.now()}`];
  const published = editor.getByText(/^Published as revision/);
  // Typed in several forms before there is a draft.
  await editor.getByLabel("Text", { exact: true }).fill(text);
  await editor.getByLabel("Link address").fill("javascript:alert(1)");
  await editor.getByLabel("Paths", { exact: true }).fill("/lp/*\n/pricing\n/de/pricing");
  await editor.getByLabel("Excluded paths").fill("/lp/ai");
  await editor.getByText("Shown", { exact: true }).click();
  await expect(editor.getByText(/Enter a path such as \/pricing/)).toBeVisible();
  await editor.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = editor.getByRole("dialog", { name: "Publish" });
  await expect(dialog).toContainText("Enter a path such as /pricing");
  await dialog.getByRole("button", { name: "Close" }).click();
  const preview = editor.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Enter the text, the link address and the link label");

  await editor.getByLabel("Link address").fill("/brain");
  await expect(preview.frameLocator('iframe[title="Banner at 800 px, dark"]').getByText(text)).toBeVisible();
  await editor.getByLabel("Path or address").fill("/lp/ai");
  await expect(editor.getByText("Not shown on /lp/ai: excluded by /lp/ai.")).toBeVisible();
  await editor.getByRole("link", { name: "German" }).click();
  await editor.getByLabel("Text", { exact: true }).fill(german);
  expect(await showsBanner(request, "/pricing", text)).toBe(false);

  await editor.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(published).toBeVisible();
  await expect.poll(() => showsBanner(request, "/pricing", text)).toBe(true);
  expect(await showsBanner(request, "/de/pricing", german)).toBe(true);
  expect(await showsBanner(request, "/lp/ai", text)).toBe(false);
  const visitor = await editor.context().newPage();
  await visitor.goto(`${site.url}/pricing`);
  await expect(bannerOf(visitor)).toContainText(text);
  await visitor.close();

  await editor.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(editor.getByText(/^Publication undone/)).toBeVisible();
  await expect.poll(() => showsBanner(request, "/pricing", text)).toBe(false);
  await expect(editor.getByLabel("Paths", { exact: true })).toHaveValue("");
});

test("an editor adds a meeting route in a draft, tries it, orders it, and publishes it", async () => {
  await editor.goto("/console/meeting-routes");
  const sales = editor.getByRole("region", { name: "Contact sales" });
  const tried = editor.getByRole("complementary", { name: "Try it" }).getByRole("status");
  await expect(tried).toContainText("sales/large-company");
  await sales.getByRole("button", { name: /^Add rule/ }).click();
  const form = editor.getByRole("dialog", { name: "New rule for Contact sales" });
  await form.getByLabel("Name").fill("large-company");
  await expect(form).toContainText("The name large-company is already used");
  await form.getByLabel("Name").fill("acme");
  await form.getByLabel("Email domains").fill("acme.example");
  await form.getByLabel("Booking page").fill("javascript:alert(1)");
  await expect(form).toContainText("Enter an address that starts with https://");
  await expect(form.getByRole("button", { name: "Save in draft" })).toBeDisabled();
  await form.getByLabel("Booking page").fill("https://cal.example/acme");
  expect(await violationsIn(editor, "dialog[open]")).toEqual([]);
  await form.getByRole("button", { name: "Save in draft" }).click();
  const up = sales.getByRole("button", { name: "Move acme up" });
  await up.press("Enter");
  await expect(up).toBeFocused();
  await up.press("Enter");
  await expect(tried).toContainText("https://cal.example/acme");
  await expect(sales.getByRole("listitem").first()).toContainText("acme");
  expect(await violationsOf(editor)).toEqual([]);

  await editor.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = editor.getByRole("dialog", { name: "Publish" });
  await expect(dialog).toContainText("acme: acme.example → https://cal.example/acme");
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(editor.getByText(/^Published as revision/)).toBeVisible();
  const item = await editor.request.get(`${site.url}/console/api/content/items/meeting-routes`);
  const { fields } = (await item.json()) as ContentItemResponse;
  const rules = fields.find(({ pointer }) => pointer === "/sales/rules")?.value as { name: string }[];
  expect(rules.map(({ name }) => name)).toEqual(["acme", "large-company", "german-speaking"]);
});

test("an editor creates a flag, adds rules by keyboard, tests them before saving, and saves", async () => {
  await goToScreen(editor, "Flags");
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

  // An attribute of the page: an unknown one matches nothing.
  const first = editor.getByRole("listitem", { name: "Rule 1" });
  await first.getByRole("button", { name: "Add condition" }).press("Enter");
  await first.getByLabel("Attribute 2").selectOption({ label: "Window is phone size" });
  await expect(answer).toContainText("Rule 1 targets other visitors.");
  await editor.getByLabel("Window is phone size").selectOption({ label: "Yes" });
  await expect(answer).toContainText("Rule 1 matched.");
  expect(await violationsOf(editor)).toEqual([]);

  // Leaving asks first; staying keeps the input.
  editor.once("dialog", (dialog) => dialog.dismiss());
  await editor.getByRole("link", { name: "Banner" }).click();
  const dismissed = editor.waitForEvent("dialog").then((dialog) => dialog.dismiss());
  await editor.keyboard.press("g");
  await editor.keyboard.press("b");
  await dismissed;
  await expect(editor.getByRole("heading", { level: 1, name: KEY })).toBeVisible();
  await saving(editor)
    .getByText(/unsaved change/)
    .click();
  await expect(saving(editor)).toContainText("Rules");
  await saving(editor).getByRole("button", { name: "Save changes" }).click();
  await expect(editor.getByText("Saved and live.")).toBeVisible();
  await goToScreen(editor, "Changes");
  await expect(editor.getByText(`flag ${KEY}`).first()).toBeVisible();
});

test("the second of two editors sees whose change came first, and keeps either version", async () => {
  const [first, second] = [editor, owner];
  for (const page of [first, second]) await openFlag(page, KEY);
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
  expect(await violationsIn(second, "dialog[open]")).toEqual([]);
  await dialog.getByRole("button", { name: "Keep my changes" }).click();
  await expect(second.getByLabel("Description").first()).toHaveValue("Mine");
  await second.getByRole("button", { name: "Save changes" }).click();
  await expect(second.getByText("Saved and live.")).toBeVisible();

  await first.getByLabel("Description").first().fill("Theirs again");
  await first.getByRole("button", { name: "Save changes" }).click();
  await first.getByRole("button", { name: "Discard mine" }).click();
  await expect(first.getByLabel("Description").first()).toHaveValue("Mine");
  await expect(saving(first)).toHaveCount(0);
});

test("a value that the server rejects is not saved, and the reason is shown", async () => {
  await openFlag(editor, SITE_BANNER_FLAG);
  await expect(editor.getByRole("link", { name: "Edit it under Banner" })).toBeVisible();
  await editor.getByRole("button", { name: "Add rule" }).press("Enter");
  const rule = editor.getByRole("listitem", { name: "Rule 1" });
  await rule.getByLabel("Value", { exact: true }).fill('{"colour": "red"}');
  await editor.getByRole("button", { name: "Save changes" }).click();
  await expect(saving(editor).getByRole("alert")).toContainText("Invalid banner");
});

test("a viewer can see everything and change nothing", async () => {
  await viewer.goto("/console/flags");
  await expect(viewer.getByRole("heading", { level: 1, name: "Flags" })).toBeVisible();
  await expect(viewer.getByRole("button", { name: "New flag" })).toHaveCount(0);
  await viewer.getByRole("link", { name: KEY }).click();
  await expect(
    viewer.getByText("You have view-only access but can test the flag. Ask an editor to make changes."),
  ).toBeVisible();
  await expect(viewer.getByLabel("Description").first()).toBeDisabled();
  await viewer.getByLabel("Visitor id").fill("visitor-1");
  await viewer.getByLabel("Country").fill("NO");
  await expect(viewer.getByText(/Rule \d matched/)).toBeVisible();
  for (const screen of ["Banner", "Changes", "Team"]) {
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
});

const storedSettings = async (): Promise<RecordingSettings> =>
  (await owner.request.get("/v1/recording-settings")).json();

test("an owner changes the recording settings, confirms less privacy, and undoes it", async ({ browser }) => {
  const page = owner;
  await goToScreen(page, "Recording settings");
  const save = page.getByRole("button", { name: "Save changes" });
  await page.getByLabel("Session sample rate").fill("101");
  await page.getByLabel("Heatmap sample rate").fill("12.5");
  await save.click();
  await expect(page.getByText("Enter a number from 0 to 100.")).toBeVisible();
  expect(await storedSettings()).toEqual(DEFAULT_RECORDING_SETTINGS);

  // A sampled session would not count as recorded by a rule.
  await page.getByLabel("Session sample rate").fill("0");
  await page.getByLabel("Blocked elements").fill(".bill");
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByLabel("When", { exact: true }).selectOption("flag");
  await page.getByLabel("Flag", { exact: true }).fill("new-pricing");
  await page.getByLabel("Value (JSON)").fill("true");
  await page.getByRole("button", { name: "Add URL" }).click();
  await page.getByLabel("URL pattern (* matches anything)").fill("https://*/team/*");
  await page.getByLabel("Replacement").fill("/team");
  expect(await violationsOf(page)).toEqual([]);
  await save.click();
  await expect(page.getByText("Saved. Changes reach visitors within a minute.")).toBeVisible();
  const strict: RecordingSettings = {
    ...DEFAULT_RECORDING_SETTINGS,
    sampleRate: 0,
    interactionSampleRate: 12.5,
    blockSelectors: [".bill"],
    rules: [{ kind: "flag", key: "new-pricing", value: "true" }],
    addressRules: [{ pattern: "https://*/team/*", replacement: "/team" }],
  };
  expect(await storedSettings()).toEqual(strict);

  await page.getByLabel("Blocked elements").fill("");
  await save.click();
  const dialog = page.getByRole("dialog", { name: "Record more visitor data?" });
  await expect(dialog).toContainText(".bill");
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  expect(await storedSettings()).toEqual(strict);
  await save.click();
  await dialog.getByRole("button", { name: "Save anyway" }).click();
  await expect.poll(() => storedSettings()).toEqual({ ...strict, blockSelectors: [] });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => storedSettings()).toEqual(strict);
  await expect(page.getByLabel("Blocked elements")).toHaveValue(".bill");

  await test.step("records the next visits from a source, shows how often, and removes the rule", async () => {
    const temporary = page.locator("section", {
      has: page.getByRole("heading", { name: "Record the next visits" }),
    });
    await page.getByRole("button", { name: "Record next visits" }).click();
    await temporary.getByLabel("When", { exact: true }).selectOption("source");
    await temporary.getByLabel("Source, such as google or newsletter").fill("launch-mail");
    await save.click();
    await expect.poll(async () => (await storedSettings()).rules).toHaveLength(2);
    await expect(temporary.getByText(/^0 sessions recorded in the last two days. Expires /)).toBeVisible();

    const context = await browser.newContext({ baseURL: site.url });
    await grantConsentBefore(context, site.url);
    const visitor = await context.newPage();
    let segments = 0;
    visitor.on("request", (sent) => {
      if (sent.url().includes(`type=${REPLAY_TYPES.segment}`)) segments += 1;
    });
    await visitor.goto("/pricing?utm_source=Launch-Mail");
    await expect
      .poll(async () => {
        await hide(visitor);
        return segments;
      })
      .toBeGreaterThan(0);
    const counted = async () => {
      await page.reload();
      return temporary.getByText(/recorded in the last two days/).textContent();
    };
    // The segment is counted once it has moved from the spool to the store, and each look loads the screen.
    await expect.poll(counted, { timeout: 60_000 }).toContain("1 session recorded");
    // Not earlier, because closing the page would cancel a pending request.
    await context.close();

    await temporary.getByRole("button", { name: "Remove rule" }).click();
    await save.click();
    await expect.poll(storedSettings).toEqual(strict);
    // Until the form has the response, it warns about leaving unsaved changes.
    await expect(saving(page)).toHaveCount(0);
    await goToScreen(page, "Changes");
    await expect(page.getByText(/source launch-mail, until/).first()).toBeVisible();
  });
});

// console.spec.ts checks the other two without data.
const LOOKS: [number, "light" | "dark", AxeRules][] = [
  [390, "light", {}],
  // A wide window and the dark theme change colors only.
  [1440, "dark", { only: ["color-contrast"] }],
];

test("every screen with data is accessible and fits, on a phone and a desktop", async () => {
  const errors = collectConsoleErrors(owner);
  for (const screen of ["Flags", KEY, "Banner", "Changes", "Team"]) {
    await test.step(screen, async () => {
      await (screen === KEY ? openFlag(owner, KEY) : goToScreen(owner, screen));
      for (const [width, colorScheme, rules] of LOOKS) {
        await owner.setViewportSize({ width, height: 900 });
        await owner.emulateMedia({ colorScheme });
        await expect(owner.locator(".pulses")).toHaveCount(0);
        const look = `${screen} is accessible at ${width} px, ${colorScheme}.`;
        expect(await violationsOf(owner, rules), look).toEqual([]);
        const overflow = await owner.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${screen} fits at ${width} px.`).toBeLessThanOrEqual(0);
        expect(await clippedFocusRings(owner), `Focus is visible on ${screen} at ${width} px.`).toEqual([]);
      }
    });
  }
  expect(errors).toEqual([]);
});
