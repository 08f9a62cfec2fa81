import { readFile } from "node:fs/promises";
import type { LiveResponse } from "@marquee/contract/schema";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { violationsIn, violationsOf } from "./support/axe.ts";
import { askScreen } from "./support/consoleApi.ts";
import { hydrated } from "./support/hydrated.ts";
import { goToScreen, openConsole } from "./support/openConsole.ts";
import { installClock, passTime } from "./support/settled.ts";

/** Requests for measurement: everything below /v1/, and receipts of decisions. */
function collectMeasurement(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v1/") || pathname === "/consent")
      requests.push(`${request.method()} ${pathname}`);
  });
  return requests;
}

/** Message IDs and paths of the page calls that a page sends. */
function collectPageCalls(page: Page): Map<string, string> {
  const calls = new Map<string, string>();
  page.on("request", (request) => {
    if (!request.url().endsWith("/v1/b")) return;
    const { batch } = request.postDataJSON() as {
      batch: { type: string; messageId: string; context: { page: { path: string } } }[];
    };
    for (const { type, messageId, context } of batch)
      if (type === "page") calls.set(messageId, context.page.path);
  });
  return calls;
}

/** All data that the browser stores for this origin. */
async function storedNames(page: Page, context: BrowserContext): Promise<string[]> {
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ""),
  );
  const cookies = (await context.cookies()).map(({ name }) => name);
  return [...cookies, ...stored, ...databases].sort();
}

/** Navigates by links, without a reload, to pages that render quickly, and reads each. */
async function visitThreePages(page: Page, read: (path: string) => Promise<unknown>): Promise<void> {
  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  for (const path of ["/privacy", "/brain"]) {
    await page.locator(`a[href="${path}"]:visible`).first().click();
    await expect(page).toHaveURL(path);
    await read(path);
  }
  expect(documents).toEqual([]);
}

/** Waits longer than a page takes to send its requests. */
const readQuietly = (page: Page) => () => passTime(page, 3000);

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Can we count your visit?" });

test.describe("before consent", () => {
  test("a new visitor is not measured or remembered, and neither is one who declines", async ({
    page,
    context,
  }) => {
    const requests = collectMeasurement(page);
    await installClock(page);
    await test.step("not measured or remembered, however far they read", async () => {
      await page.goto("/");
      await expect(dialogOf(page)).toBeVisible();
      await hydrated(page);
      await visitThreePages(page, readQuietly(page));
      expect(requests).toEqual([]);
      expect(await storedNames(page, context)).toEqual([]);
    });

    await test.step("a refusal is all that is stored, and is not asked again", async () => {
      await dialogOf(page).getByRole("button", { name: "Reject" }).click();
      await expect(dialogOf(page)).toBeHidden();
      await visitThreePages(page, readQuietly(page));
      await page.reload();
      await hydrated(page);
      await readQuietly(page)();
      await expect(dialogOf(page)).toBeHidden();
      expect(requests).toEqual([]);
      expect(await storedNames(page, context)).toEqual(["marquee_consent"]);
    });
  });

  test("Global Privacy Control counts as a refusal, without a dialog", async ({ page, context }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    const requests = collectMeasurement(page);
    await installClock(page);
    await page.goto("/contact-sales");
    await hydrated(page);
    await visitThreePages(page, readQuietly(page));
    await expect(dialogOf(page)).toBeHidden();
    expect(requests).toEqual([]);
    expect(await storedNames(page, context)).toEqual([]);
  });
});

test("a visit after consent appears in the console, until the visitor withdraws", async ({
  page,
  context,
  browser,
}) => {
  // A long journey through two browsers, on a busy machine.
  test.slow();
  const watcher = await (await browser.newContext()).newPage();
  await openConsole(watcher, "/events?view=live", "Events");
  await expect(watcher.getByText("Connected")).toBeVisible();
  const campaign = `e2e-${Date.now()}`;
  let missing = "";
  const requests = collectMeasurement(page);
  const pageCalls = collectPageCalls(page);
  await installClock(page);
  const batches = () => requests.filter((request) => request === "POST /v1/b").length;

  await test.step("a visit appears in the live view as it happens", async () => {
    await page.goto(`/lp?utm_source=${campaign}`);
    await dialogOf(page).getByRole("button", { name: "Accept" }).click();
    await hydrated(page);
    const pageViews = watcher.getByRole("row").filter({ hasText: "Viewed /lp" });
    await expect(pageViews.filter({ hasText: campaign })).toHaveCount(1);
    await expect.poll(batches).toBeGreaterThan(0);
    expect(requests).toContain("POST /consent");
    // Other tests' visitors appear too, but none opens this page.
    missing = `/no-such-page-${crypto.randomUUID()}`;
    await page.goto(missing);
    await expect(watcher.getByRole("row").filter({ hasText: missing }).first()).toBeVisible();
  });

  await test.step("three pages read after consent appear in the console, each once", async () => {
    await page.goto("/sign-up");
    await hydrated(page);
    const viewed = (path: string) => expect.poll(() => [...pageCalls.values()]).toContain(path);
    await visitThreePages(page, viewed);
    // A share of visits is also recorded or monitored.
    const isLasting = (name: string) => !/^(marquee_(queue:|flight:|replay_)|_dd_tab_id$)/.test(name);
    const keptOfVisitor = async () => (await storedNames(page, context)).filter(isLasting);
    await expect
      .poll(keptOfVisitor)
      .toEqual([
        "ajs_anonymous_id",
        "ajs_anonymous_id",
        "marquee_answers",
        "marquee_consent",
        "marquee_first_touch",
        "marquee_session",
        "marquee_visitor",
        "marquee_visitor",
        "marquee_window",
        "utm_campaign",
        "utm_content",
        "utm_medium",
        "utm_source",
        "utm_stamp",
        "utm_term",
      ]);
    const { events } = await askScreen<LiveResponse>(watcher.request, "live", { date_range: undefined });
    const first = events.find(({ source }) => source === campaign);
    expect(first?.path).toBe("/lp");
  });

  await test.step("the Overview counts the visit once and each of its pages, filtered by what it was", async () => {
    await goToScreen(watcher, "Overview");
    const figure = (name: string, value: number) =>
      watcher
        .getByRole("navigation", { name: "Metric of the chart" })
        .getByRole("link", { name: new RegExp(`^${name} ${value}\\b`) });
    const filters = watcher.getByRole("region", { name: "Filters" });

    // The other ranges of days end with the previous day.
    await watcher.getByRole("button", { name: /^Date range: 30 days/ }).press("Enter");
    await watcher.getByRole("link", { name: "Today", exact: true }).press("Enter");
    await expect(watcher).toHaveURL(/range=today/);
    // Works anywhere on the screen except in a field.
    await watcher.keyboard.press("f");
    const dialog = watcher.getByRole("dialog", { name: "Add a filter" });
    await dialog.getByLabel("Filter by").selectOption({ label: "Source" });
    await dialog.getByLabel("Search values").fill(campaign);
    await dialog.getByRole("checkbox", { name: campaign }).check();
    expect(await violationsIn(watcher, "dialog[open]"), "The dialog is accessible.").toEqual([]);
    await dialog.getByRole("button", { name: "Apply filter" }).press("Enter");
    await expect(watcher).toHaveURL(new RegExp(`f=is,source,${campaign}$`));
    await expect(filters).toContainText(`Source is ${campaign}`);
    await expect(async () => {
      await watcher.reload();
      await expect(figure("Page views", pageCalls.size)).toBeVisible();
    }).toPass();
    // A page that is left within half a second may send no call.
    expect([...pageCalls.values()]).toEqual(expect.arrayContaining(["/lp", missing]));
    await expect(figure("Visitors", 1)).toBeVisible();
    await expect(figure("Visits", 1)).toBeVisible();
    await expect(
      watcher.getByRole("table", { name: "Page" }).getByRole("link", { name: "/lp" }),
    ).toBeVisible();

    await watcher.getByRole("button", { name: /^Compared with/ }).press("Enter");
    await expect(watcher.getByRole("dialog", { name: "Comparison" })).toBeVisible();
    expect(await violationsOf(watcher), "The menu is accessible.").toEqual([]);
    await watcher.getByRole("link", { name: "Year ago" }).press("Enter");
    await expect(watcher).toHaveURL(/compare=year/);
    await expect(figure("Visitors", 1)).toContainText("No earlier data");

    await watcher.getByRole("link", { name: "Desktop" }).click();
    // The IP address of this machine has no country.
    await watcher.getByRole("table", { name: "Country" }).getByRole("link", { name: "Not set" }).click();
    await expect(filters.getByRole("button", { name: "Country is Not set", exact: true })).toBeVisible();
    await expect(figure("Visitors", 1)).toBeVisible();
  });

  await test.step("filters are saved as a segment, which can be opened, changed and deleted", async () => {
    // A screen with fewer queries than the Overview.
    await goToScreen(watcher, "Events");
    const filters = watcher.getByRole("region", { name: "Filters" });
    const menu = watcher.getByRole("button", { name: "Segments", exact: true });
    const dialog = watcher.getByRole("dialog");
    const before = watcher.url();
    await menu.press("Enter");
    await watcher.getByRole("button", { name: "Save as segment" }).press("Enter");
    await dialog.getByLabel("Name").fill("The campaign");
    await expect(dialog).toContainText(`Source is ${campaign}`);
    expect(await violationsIn(watcher, "dialog[open]"), "The dialog is accessible.").toEqual([]);
    await dialog.getByLabel("Name").press("Enter");
    await expect(watcher).toHaveURL(/f=is,segment,\d+$/);
    await expect(watcher.getByRole("row").filter({ hasText: "Viewed /lp" })).toHaveCount(1);

    await filters.getByRole("button", { name: "Segment is The campaign", exact: true }).click();
    await dialog.getByLabel("Name").fill("My campaign");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(dialog.getByRole("heading", { name: "My campaign" })).toBeVisible();
    await dialog.getByRole("button", { name: "Replace with its filters" }).click();
    await expect(watcher).toHaveURL(before);

    await menu.press("Enter");
    await watcher.getByRole("link", { name: "My campaign" }).press("Enter");
    await expect(filters.getByRole("button", { name: "Segment is My campaign", exact: true })).toBeVisible();
    const shared = watcher.url();
    await menu.press("Enter");
    await watcher.getByRole("button", { name: "Show My campaign" }).press("Enter");
    expect(await violationsIn(watcher, "dialog[open]"), "The segment is accessible.").toEqual([]);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await watcher.getByRole("button", { name: "Delete segment" }).click();
    await expect(watcher).toHaveURL(before);
    await watcher.goto(shared);
    await expect(watcher.getByRole("alert").first()).toContainText("A segment in this address was deleted");
    await watcher.getByRole("button", { name: "Remove it" }).click();
    await expect(watcher).toHaveURL(before);
    await expect(filters.getByRole("button", { name: "Country is Not set", exact: true })).toBeVisible();
    await goToScreen(watcher, "Overview");
  });

  await test.step("a shared link shows the same, and a broken one its valid parts", async () => {
    const other = await watcher.context().newPage();
    await other.goto(watcher.url());
    const shared = other.getByRole("region", { name: "Filters" });
    await expect(shared).toContainText(`Source is ${campaign}`);
    await expect(shared).toContainText("Device is Desktop");
    await expect(other.getByRole("button", { name: /^Date range: Today/ })).toBeVisible();
    await shared.getByRole("button", { name: /^Remove the filter Country/ }).click();
    await shared.getByRole("button", { name: "Device is Desktop", exact: true }).click();
    await other.getByLabel("Condition").selectOption("is_not");
    await other.getByRole("button", { name: "Apply filter" }).click();
    await expect(other.getByRole("heading", { name: "No visits match" })).toBeVisible();
    await shared.getByRole("button", { name: "Clear all" }).click();
    await expect(other).toHaveURL(/\?range=today&compare=year$/);
    await other.goto(watcher.url().replace(/f=is,source,/, "f=like,source,"));
    await expect(other.getByRole("alert")).toContainText("f=like,source,");
    await expect(other.getByRole("region", { name: "Filters" })).toContainText("Device is Desktop");
    await other.close();
  });

  await test.step("a list opens completely and downloads its content", async () => {
    await watcher
      .getByRole("link", { name: /Page$/ })
      .filter({ hasText: /More|All/ })
      .click();
    const list = watcher.getByRole("dialog", { name: "Page" });
    // A page that does not exist is viewed, but not listed.
    const paths = new Set([...pageCalls.values()].filter((path) => path !== missing));
    await expect(list.getByRole("row")).toHaveCount(1 + paths.size);
    await list.getByLabel("Search").fill("/LP");
    await expect(list.getByRole("row")).toHaveCount(2);
    const downloading = watcher.waitForEvent("download");
    await list.getByRole("button", { name: "Download CSV" }).click();
    const csv = await readFile(await (await downloading).path(), "utf8");
    expect(
      csv
        .trim()
        .split("\r\n")
        .map((line) => line.split(",").slice(0, 2)),
    ).toEqual([
      ['"Page"', '"Visitors"'],
      ['"/lp"', "1"],
    ]);
    await list.getByRole("link", { name: "/lp" }).click();
    await expect(list).toBeHidden();
    await expect(watcher.getByRole("region", { name: "Filters" })).toContainText("Page is /lp");
    await watcher.context().close();
  });

  await test.step("withdrawal leaves nothing in the browser", async () => {
    await page.getByRole("button", { name: "Cookie settings" }).click();
    await expect(dialogOf(page)).toBeVisible();
    await dialogOf(page).getByRole("button", { name: "Reject" }).click();
    await expect(page.getByRole("button", { name: "Cookie settings" })).toBeFocused();
    await expect.poll(() => requests.at(-1)).toBe("POST /consent");
    const atWithdrawal = requests.length;
    await visitThreePages(page, readQuietly(page));
    expect(requests).toHaveLength(atWithdrawal);
    expect(await storedNames(page, context)).toEqual(["marquee_consent"]);
  });

  await test.step("refusal after consent expired leaves nothing in the browser", async () => {
    const sent = batches();
    await page.getByRole("button", { name: "Cookie settings" }).click();
    await dialogOf(page).getByRole("button", { name: "Accept" }).click();
    await expect.poll(batches).toBeGreaterThan(sent);
    await context.clearCookies({ name: "marquee_consent" });
    await page.reload();
    await dialogOf(page).getByRole("button", { name: "Reject" }).click();
    await expect.poll(() => requests.at(-1)).toBe("POST /consent");
    await expect.poll(() => storedNames(page, context)).toEqual(["marquee_consent"]);
  });
});

test("clicks, viewed sections and browser details are tracked after consent, each with its location", async ({
  page,
}) => {
  const events: { type: string; event?: string; properties: Record<string, unknown> }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/b"))
      events.push(...(request.postDataJSON() as { batch: typeof events }).batch);
  });
  await page.goto("/pricing");
  await dialogOf(page).getByRole("button", { name: "Accept" }).click();
  await hydrated(page);
  const tracked = (name: string) => events.find(({ event }) => event === name)?.properties;
  await expect.poll(() => tracked("Section Viewed"), { timeout: 60_000 }).toMatchObject({ sectionIndex: 0 });
  await page.locator('header a[data-overlay="sign-up"]:visible').first().click();
  await expect.poll(() => tracked("click web")).toMatchObject({ root: "header", clickedType: "button" });
  await expect
    .poll(() => tracked("Web Meta Data Signals"), { timeout: 60_000 })
    .toMatchObject({ page_context: "/pricing" });
});
