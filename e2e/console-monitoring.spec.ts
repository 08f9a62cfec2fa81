import { expect, type Page, request, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { type ClientStage, startClientStage } from "./support/clientStage.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { OWNER } from "./support/owner.ts";
import { sendHostileReplay } from "./support/sendHostileReplay.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

const PORT = Number(process.env.E2E_PORT ?? 3199);
const HTML = `<h1>Shop</h1><button id="buy">Buy</button><script src="/rum-slim.js"></script>`;

// One store for all tests, empty at first.
test.describe.configure({ mode: "serial" });
let site: StartedSite;
let stage: ClientStage;
test.beforeAll(async () => {
  site = await startSite(12);
  stage = await startClientStage(PORT + 13, site.url, HTML);
});
test.afterAll(async () => {
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

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`${site.url}/console${path}`);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "RUM" })).toBeVisible();
}

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

const rowOf = (page: Page, text: string | RegExp) => page.getByRole("row").filter({ hasText: text });

const LOOKS = [
  [390, "light"],
  [390, "dark"],
  [800, "light"],
  [1440, "dark"],
] as const;

/** Checks with axe, and for horizontal overflow: on a phone, a tablet and a desktop, in light and dark mode. */
async function expectWell(page: Page): Promise<void> {
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator(".pulses")).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    expect(await violationsOf(page)).toEqual([]);
  }
}

test("shows how to connect a client while there is no data", async ({ page }) => {
  await signIn(page, "/monitoring");
  await expect(page.getByRole("heading", { name: "Connect an application" })).toBeVisible();
  await expect(page.locator("pre")).toContainText('clientToken: "local"');
  await expect(page.locator("pre")).toContainText(`proxy: "${site.url}/v1/monitoring"`);
  await expectWell(page);
});

test("shows views, errors, resources and actions of a client", async ({ page, browser }) => {
  const replay = await recordVisit();
  const session = Number(replay.split("-")[0]);
  const visitor = await (await browser.newContext()).newPage();
  await shop(visitor, 1234, "1.0.0", session);
  await shop(visitor, 77, "1.1.0", session);
  await visitor.context().close();

  const problems = collectConsoleErrors(page);
  await signIn(page, "/monitoring?range=7d");
  await expect(async () => {
    await page.reload();
    await expect(rowOf(page, "/orders/?").getByRole("cell").nth(1)).toHaveText("2", { timeout: 10_000 });
    await expect(rowOf(page, "Thanks")).toHaveCount(1);
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: /^Views 4/ })).toBeVisible();
  await expect(page.getByText(/version 1\.0\.0|2 versions/).first()).toBeAttached();

  const order = rowOf(page, "/orders/?");
  await order.getByRole("button", { name: "/orders/?" }).press("Enter");
  for (const part of ["Slowest resources", "Most frequent actions", "Errors"])
    await expect(page.getByRole("heading", { level: 3, name: new RegExp(part) })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "/prices.json" })).toBeVisible();
  await expectWell(page);

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
  await expectWell(page);

  await tabs.getByRole("link", { name: "Resources" }).click();
  await expect(rowOf(page, "/prices.json")).toHaveCount(1);
  await page.getByRole("columnheader").getByRole("link", { name: "Count" }).click();
  await expect(page).toHaveURL(/by=count/);
  await expectWell(page);

  await tabs.getByRole("link", { name: "Actions" }).click();
  await expect(rowOf(page, "paid").getByRole("cell").nth(1)).toHaveText("2");
  await expect(rowOf(page, "Buy")).toHaveCount(1);
  await page.getByLabel("Type").selectOption("custom");
  await expect(rowOf(page, "Buy")).toHaveCount(0);
  await expectWell(page);
  expect(problems).toEqual([]);
});

test("is filtered by its URL, and says if nothing matches", async ({ page }) => {
  await signIn(page, "/monitoring?version=1.1.0&view=%2Forders%2F%3F&figure=views");
  await expect(page.getByLabel("Version")).toHaveValue("1.1.0");
  await expect(page.getByRole("heading", { level: 2, name: "Views over time" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByLabel("Service").selectOption("web");
  await expect(page).toHaveURL(/service=web/);
  await page.goto(`${site.url}/console/monitoring?version=9`);
  await expect(page.getByRole("heading", { name: "No matching views" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rowOf(page, "Thanks")).toHaveCount(1);
});

test("Errors and RUM link to each other", async ({ page }) => {
  await signIn(page, "/monitoring?show=errors&range=7d");
  await page.getByRole("paragraph").getByRole("link", { name: "Errors" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Errors" })).toBeVisible();
  await expect(page).toHaveURL(/range=7d/);
  await page.getByRole("paragraph").getByRole("link", { name: "RUM" }).click();
  await expect(page).toHaveURL(/monitoring\?range=7d&show=errors/);
});
