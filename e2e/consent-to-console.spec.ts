import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { hydrated } from "./support/hydrated.ts";
import { goToScreen, openConsole } from "./support/openConsole.ts";

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

/** All data that the browser stores for this origin. */
async function kept(page: Page, context: BrowserContext): Promise<string[]> {
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ""),
  );
  const cookies = (await context.cookies()).map(({ name }) => name);
  return [...cookies, ...stored, ...databases].sort();
}

/** Navigates by links, without a reload. */
async function visitThreePages(page: Page): Promise<void> {
  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  for (const path of ["/pricing", "/brain"]) {
    await page.locator(`a[href="${path}"]:visible`).first().click();
    await expect(page).toHaveURL(path);
    await page.waitForTimeout(500);
  }
  expect(documents).toEqual([]);
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Can we count your visit?" });

test.describe("before consent", () => {
  test("a new visitor is not measured or remembered, and neither is one who refuses", async ({
    page,
    context,
  }) => {
    const requests = collectMeasurement(page);
    await test.step("not measured or remembered, however far they read", async () => {
      await page.goto("/");
      await expect(dialogOf(page)).toBeVisible();
      await hydrated(page);
      await visitThreePages(page);
      await page.waitForTimeout(1000);
      expect(requests).toEqual([]);
      expect(await kept(page, context)).toEqual([]);
    });

    await test.step("a refusal is all that is stored, and is not asked again", async () => {
      await dialogOf(page).getByRole("button", { name: "Reject" }).click();
      await expect(dialogOf(page)).toBeHidden();
      await visitThreePages(page);
      await page.reload();
      await hydrated(page);
      await expect(dialogOf(page)).toBeHidden();
      expect(requests).toEqual([]);
      expect(await kept(page, context)).toEqual(["marquee_consent"]);
    });
  });

  test("Global Privacy Control counts as a refusal, without a dialog", async ({ page, context }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    const requests = collectMeasurement(page);
    await page.goto("/");
    await hydrated(page);
    await visitThreePages(page);
    await page.waitForTimeout(1000);
    await expect(dialogOf(page)).toBeHidden();
    expect(requests).toEqual([]);
    expect(await kept(page, context)).toEqual([]);
  });
});

test("a visit after consent appears in the console, until the visitor withdraws", async ({
  page,
  context,
  browser,
}) => {
  const watcher = await browser.newPage();
  await openConsole(watcher, "/live", "Live");
  await expect(watcher.getByText("Connected")).toBeVisible();
  const campaign = `e2e-${Date.now()}`;
  const requests = collectMeasurement(page);
  const batches = () => requests.filter((request) => request === "POST /v1/b").length;

  await test.step("a visit appears in Live as it happens", async () => {
    await page.goto(`/lp?utm_source=${campaign}`);
    await dialogOf(page).getByRole("button", { name: "Accept" }).click();
    await hydrated(page);
    const pageViews = watcher.getByRole("row").filter({ hasText: "Page view" });
    await expect(pageViews.filter({ hasText: "/lp" }).filter({ hasText: campaign })).toHaveCount(1);
    await expect.poll(batches).toBeGreaterThan(0);
    expect(requests).toContain("POST /consent");
    // Other tests' visitors appear too, but none opens this page.
    const missing = `/no-such-page-${crypto.randomUUID()}`;
    await page.goto(missing);
    await expect(watcher.getByRole("row").filter({ hasText: missing }).first()).toBeVisible();
  });

  await test.step("three pages read after consent appear in the console, each once", async () => {
    await page.goto("/");
    await hydrated(page);
    await visitThreePages(page);
    // A share of visits is also recorded or monitored.
    const isLasting = (name: string) => !/^(marquee_(queue:|flight:|replay_)|_dd_tab_id$)/.test(name);
    const keptOfVisitor = async () => (await kept(page, context)).filter(isLasting);
    await expect
      .poll(keptOfVisitor)
      .toEqual([
        ...[
          "ajs_anonymous_id",
          "ajs_anonymous_id",
          "marquee_answers",
          "marquee_consent",
          "marquee_first_touch",
          "marquee_session",
          "marquee_visitor",
          "marquee_visitor",
          "marquee_window",
        ],
        ...["utm_campaign", "utm_content", "utm_medium", "utm_source", "utm_stamp", "utm_term"],
      ]);
    await goToScreen(watcher, "Overview");
    await watcher.getByRole("link", { name: "Today" }).click();
    const sources = watcher.getByRole("table").filter({ hasText: campaign });
    await expect(sources.getByRole("row", { name: campaign })).toContainText("1");
    const figures = await watcher.request.get(`/console/api/live`);
    const { events } = (await figures.json()) as {
      events: { path: string; source: string; messageId: string }[];
    };
    const first = events.find(({ source }) => source === campaign);
    expect(first?.path).toBe("/lp");
    await watcher.context().close();
  });

  await test.step("withdrawal leaves nothing in the browser", async () => {
    await page.getByRole("button", { name: "Cookie settings" }).click();
    await expect(dialogOf(page)).toBeVisible();
    await dialogOf(page).getByRole("button", { name: "Reject" }).click();
    await expect(page.getByRole("button", { name: "Cookie settings" })).toBeFocused();
    await expect.poll(() => requests.at(-1)).toBe("POST /consent");
    const atWithdrawal = requests.length;
    await visitThreePages(page);
    await page.waitForTimeout(3000);
    expect(requests).toHaveLength(atWithdrawal);
    expect(await kept(page, context)).toEqual(["marquee_consent"]);
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
    await expect.poll(() => kept(page, context)).toEqual(["marquee_consent"]);
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
