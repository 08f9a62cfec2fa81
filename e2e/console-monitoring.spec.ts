import type { MonitoredList, RumView } from "@marquee/contract/schema";
import { type Browser, expect, type Page, request, test } from "@playwright/test";
import { type AxeRules, violationsOf } from "./support/axe.ts";
import { type ClientStage, startClientStage } from "./support/clientStage.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openConsole } from "./support/openConsole.ts";
import { sendHostileReplay } from "./support/sendHostileReplay.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

const PORT = Number(process.env.E2E_PORT ?? 3199);
const HTML = `<h1>Shop</h1><button id="buy">Buy</button><script src="/rum-slim.js"></script>`;

// One store for all tests, empty at first, and one page of the console.
test.describe.configure({ mode: "serial" });
let site: StartedSite;
let stage: ClientStage;
let page: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  site = await startSite(12);
  stage = await startClientStage(PORT + 13, site.url, HTML);
  page = await (await browser.newContext({ baseURL: site.url, reducedMotion: "reduce" })).newPage();
});
test.afterAll(async () => {
  await page?.context().close();
  await stage?.stop();
  await site?.stop();
});

interface Rum {
  init(options: object): void;
  startView(options: object): void;
  addError(error: Error): void;
  addAction(name: string, context: object): void;
  setGlobalContextProperty(name: string, value: object): void;
}
declare const DD_RUM: Rum;

/** Starts the client as in the snippet that the console shows. */
async function startClient(page: Page, version: string): Promise<void> {
  await page.evaluate((version) => {
    DD_RUM.init({
      applicationId: "shop",
      clientToken: "local",
      service: "web",
      env: "production",
      version,
      proxy: `${location.origin}/v1/monitoring`,
      sessionSampleRate: 100,
      trackUserInteractions: true,
      trackResources: true,
      trackLongTasks: true,
    });
  }, version);
}

/** Records a visit. @returns the ID of its replay. */
async function recordVisit(): Promise<string> {
  const context = await request.newContext({ baseURL: site.url });
  const replay = await sendHostileReplay(context);
  await context.dispose();
  return replay;
}

/** A visit to an order with an error, a dead click and a custom view. */
async function shop(page: Page, order: number, version: string, session: number): Promise<void> {
  await page.goto(`${stage.url}/orders/${order}?coupon=1`);
  await startClient(page, version);
  await page.evaluate(async (session_id) => {
    DD_RUM.setGlobalContextProperty("marquee", { session_id });
    const settleOrder = () => new TypeError("The order has no plan.");
    DD_RUM.addError(settleOrder());
    DD_RUM.addAction("paid", { price: 12 });
    await fetch("/prices.json");
  }, session);
  for (let times = 0; times < 4; times += 1) await page.click("#buy");
  // The client classifies a click only after a while without an effect.
  await page.waitForTimeout(1500);
  await page.evaluate(() => DD_RUM.startView({ name: "Thanks" }));
  await page.goto("about:blank");
}

async function shopTwice(browser: Browser, session: number): Promise<void> {
  const visitor = await (await browser.newContext()).newPage();
  await shop(visitor, 1234, "1.0.0", session);
  await shop(visitor, 77, "1.1.0", session);
  await visitor.context().close();
  const range = { from: String(Date.now() - 3_600_000), to: String(Date.now() + 3_600_000), by: "views" };
  const views = async () => {
    const answer = await page.request.get(`/console/api/monitoring/views?${new URLSearchParams(range)}`);
    const { rows } = (await answer.json()) as MonitoredList<RumView>;
    return rows.map(({ view, views: count }) => `${view}: ${count}`);
  };
  await expect.poll(async () => (await views()).sort()).toEqual(["/orders/?: 2", "Thanks: 2"]);
}

const rowOf = (text: string | RegExp) => page.getByRole("row").filter({ hasText: text });

const COLORS: AxeRules = { only: ["color-contrast"] };
// A wide window and the dark theme change colors only.
const LOOKS = [
  { width: 390, colorScheme: "light", rules: {} },
  { width: 800, colorScheme: "light", rules: null },
  { width: 1440, colorScheme: "dark", rules: COLORS },
] as const;

/** Checks for horizontal overflow on a phone, a tablet and a desktop, and with axe in light and dark mode. */
async function expectWell(): Promise<void> {
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(".pulses")).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `pixels that the page is wider than ${width} px`).toBeLessThanOrEqual(0);
    if (rules) expect(await violationsOf(page, rules), `violations in ${colorScheme} mode`).toEqual([]);
  }
}

test("shows how to connect a client while there is no data", async () => {
  await openConsole(page, "/monitoring", "RUM");
  await expect(page.getByRole("heading", { name: "Connect an application" })).toBeVisible();
  await expect(page.locator("pre")).toContainText('clientToken: "local"');
  await expect(page.locator("pre")).toContainText(`proxy: "${site.url}/v1/monitoring"`);
  await expectWell();
});

test("shows views, errors, resources and actions of a client", async ({ browser }) => {
  const replay = await recordVisit();
  const session = Number(replay.split("-")[0]);
  await shopTwice(browser, session);

  const problems = collectConsoleErrors(page);
  await page.goto("/console/monitoring?range=7d");
  await expect(rowOf("/orders/?").getByRole("cell").nth(1)).toHaveText("2");
  await expect(rowOf("Thanks")).toHaveCount(1);
  await expect(page.getByRole("link", { name: /^Views 4/ })).toBeVisible();
  await expect(page.getByText(/version 1\.0\.0|2 versions/).first()).toBeAttached();

  const order = rowOf("/orders/?");
  await order.getByRole("button", { name: "/orders/?" }).press("Enter");
  for (const part of ["Slowest resources", "Most frequent actions", "Errors"])
    await expect(page.getByRole("heading", { level: 3, name: new RegExp(part) })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "/prices.json" })).toBeVisible();
  await expectWell();

  const tabs = page.getByRole("navigation", { name: "List" });
  await tabs.getByRole("link", { name: "Errors" }).click();
  await expect(page).toHaveURL(/show=errors/);
  const error = page.getByRole("listitem").filter({ hasText: "The order has no plan." });
  await error.locator("summary").press("Enter");
  await expect(error.getByText(/first .* in version 1\.0\.0/)).toBeVisible();
  await expect(error.getByText(/last .* in version 1\.1\.0/)).toBeVisible();
  await expect(error.getByText(/settleOrder/).first()).toBeVisible();
  await expect(error.getByRole("link", { name: "Replay with this error" })).toHaveAttribute(
    "href",
    `/console/replays/${replay}`,
  );
  await expectWell();

  await test.step("Errors and RUM link to each other", async () => {
    await page.getByRole("paragraph").getByRole("link", { name: "Errors" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Errors" })).toBeVisible();
    await expect(page).toHaveURL(/range=7d/);
    await page.getByRole("paragraph").getByRole("link", { name: "RUM" }).click();
    await expect(page).toHaveURL(/monitoring\?range=7d&show=errors/);
  });

  await tabs.getByRole("link", { name: "Resources" }).click();
  await expect(rowOf("/prices.json")).toHaveCount(1);
  await page.getByRole("columnheader").getByRole("link", { name: "Count" }).click();
  await expect(page).toHaveURL(/by=count/);
  await expectWell();

  await tabs.getByRole("link", { name: "Actions" }).click();
  await expect(rowOf("paid").getByRole("cell").nth(1)).toHaveText("2");
  await expect(rowOf("Buy")).toHaveCount(1);
  await page.getByLabel("Type").selectOption("custom");
  await expect(rowOf("Buy")).toHaveCount(0);
  await expectWell();
  expect(problems).toEqual([]);
});

test("is filtered by its URL, and says if nothing matches", async () => {
  await page.goto("/console/monitoring?version=1.1.0&view=%2Forders%2F%3F&figure=views");
  await expect(page.getByLabel("Version")).toHaveValue("1.1.0");
  await expect(page.getByRole("heading", { level: 2, name: "Views over time" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByLabel("Service").selectOption("web");
  await expect(page).toHaveURL(/service=web/);
  await page.goto("/console/monitoring?version=9");
  await expect(page.getByRole("heading", { name: "No matching views" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rowOf("Thanks")).toHaveCount(1);
});
