import type { ReplaysResponse } from "@marquee/contract/schema";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { findPlayer } from "./support/findPlayer.ts";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { recordAll, recorded, waitForFirstSegment } from "./support/recordings.ts";
import { startOnServers } from "./support/startOnServers.ts";
import type { StartedSite } from "./support/startSite.ts";

/** The site uses PostgreSQL and ClickHouse by address. All other specs use embedded stores. */
const test = base.extend<object, { onServers: StartedSite }>({
  onServers: [
    // Playwright requires a destructured parameter.
    // biome-ignore lint/correctness/noEmptyPattern: this fixture uses no other.
    async ({}, use) => {
      const site = await startOnServers(72);
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ onServers }, use) => use(onServers.url),
});

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Unique texts, by which the tests find this visit. */
const MESSAGE = `The plan chart broke, ${crypto.randomUUID()}`;
const TYPED = ["grace@hopper.example", "Ninety ships in four bottles"] as const;

let api: ConsoleApi;
test.beforeAll(async ({ onServers }) => {
  api = await signInToApi(onServers);
});
test.afterAll(() => api.dispose());

async function openRecorded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await recorded(page);
}

/** A page with an error and a rage click, then a form that is filled in and sent. @returns the visitor's ID. */
async function visit(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  const errors = collectConsoleErrors(page);
  await openRecorded(page, "/lp/ai");
  // One action, so that the clicks are within a second of each other even on a busy machine.
  await page.getByRole("heading", { level: 1 }).click({ clickCount: 4 });
  await page.evaluate((message) => {
    setTimeout(() => {
      throw new Error(message);
    });
  }, MESSAGE);
  await recorded(page);
  await waitForFirstSegment(page);
  await openRecorded(page, "/contact-sales");
  // As fast as people type: the replay shows the form for as long.
  await page.getByRole("textbox", { name: "Work email" }).pressSequentially(TYPED[0], { delay: 100 });
  await page.getByRole("combobox", { name: "Company size" }).selectOption("51-200");
  await page.getByRole("textbox", { name: "How can we help?" }).pressSequentially(TYPED[1], { delay: 100 });
  await page.getByRole("main").getByRole("button", { name: "Send to sales" }).click();
  await expect(page.getByRole("heading", { name: "Thanks, we got your message" })).toBeVisible();
  await recorded(page);
  await waitForFirstSegment(page);
  // The recorder logs nothing to the visitor's console.
  expect(errors.filter((error) => !error.includes(MESSAGE))).toEqual([]);
  await page.close({ runBeforeUnload: true });
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === "ajs_anonymous_id")?.value ?? "";
}

async function listed(visitor: string): Promise<ReplaysResponse["replays"]> {
  return (await api.ask<ReplaysResponse>("replays", { visitor })).replays;
}

/** All text of the replayed page. */
async function playedText(page: Page): Promise<string> {
  const player = await findPlayer(page);
  return player.evaluate(() => {
    const body = document.querySelector("iframe")?.contentDocument?.body;
    const values = [...(body?.querySelectorAll("input, textarea") ?? [])].map(
      (field) => (field as HTMLInputElement).value,
    );
    return [body?.innerText ?? "", ...values].join("\n");
  });
}

test("a visit with an error, a rage click and a form can be replayed, and appears on every screen", async ({
  browser,
  page,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: { width: 1280, height: 800 },
  });
  await recordAll(context);
  await grantConsentBefore(context, baseURL);
  const visitor = await visit(context);
  await expect
    .poll(() => listed(visitor), { timeout: 60_000 })
    .toMatchObject([{ recordings: 2, pages: 2, errors: 1, rageClicks: 4, firstPage: "/lp/ai" }]);
  // Closing the context drops pending requests.
  await context.close();

  await openConsole(page, `/replays?visitor=${visitor}&frustration=rage`, "Replays");
  const row = page.getByRole("row").filter({ hasText: "/lp/ai" });
  await expect(row).toContainText("1 error");
  await row.getByRole("link").first().click();
  const happenings = page.getByRole("region", { name: "Activity" });
  await expect(happenings).toContainText("Rage click, 4 times");
  await happenings.getByRole("button", { name: new RegExp(MESSAGE) }).click();
  await expect.poll(() => playedText(page)).toContain("AI");
  await happenings.getByRole("button", { name: "/contact-sales" }).click();
  await expect.poll(() => playedText(page)).toContain("Work email");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible({ timeout: 60_000 });
  const text = await playedText(page);
  for (const typed of TYPED) expect(text).not.toContain(typed);

  await page.goto("/console/heatmaps?page=%2Flp%2Fai&mode=rage");
  await expect(page.getByRole("region", { name: "Elements" })).toContainText("h1");

  await page.goto(`/console/errors?text=${encodeURIComponent(MESSAGE)}`);
  await page.getByRole("group").filter({ hasText: MESSAGE }).locator("summary").click();
  await page.getByRole("link", { name: "Replays with this error" }).click();
  await expect(page.getByRole("row").filter({ hasText: "/lp/ai" })).toHaveCount(1);

  await page.goto("/console/speed?pages=all");
  await expect(page.getByRole("link", { name: "/lp/ai", exact: true })).toBeVisible();
});
