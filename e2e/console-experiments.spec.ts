import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { EstimateResponse, ExperimentResponse } from "@marquee/contract/schema";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { type AxeRules, violationsIn, violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { TEMPORARY_DIR } from "./support/dataTemplate.ts";
import { sendPageTraffic, sendVisits, startedDaysAgo } from "./support/experiments.ts";
import { joinConsole } from "./support/joinConsole.ts";
import { goToScreen } from "./support/openConsole.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

const KEY = "a-shorter-headline";
/** Visitors of each variation: enough for a winner. */
const VISITORS = 500;
const HEADLINE = "Plan work that grows";
const dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-e2e-"));
let site: StartedSite;

const start = () => startSite(10, { DATA_DIR: dataDir });

// The tests share an editor, with one page.
test.describe.configure({ mode: "serial", timeout: 90_000 });
let page: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  site = await start();
  page = await openAs(browser, "editor", "/experiments");
});
test.afterAll(async () => {
  await page?.context().close();
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const COLORS: AxeRules = { only: ["color-contrast"] };
// A wide window and the dark theme change colors only.
const LOOKS = [
  { width: 390, colorScheme: "light", rules: {} },
  { width: 1440, colorScheme: "dark", rules: COLORS },
] as const;

/** Checks with axe on a phone in light mode and on a desktop in dark mode. */
async function expectAccessible(): Promise<void> {
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(".pulses")).toHaveCount(0);
    expect(
      await violationsOf(page, rules),
      `The screen is accessible at ${width} px, ${colorScheme}.`,
    ).toEqual([]);
  }
}

async function openAs(browser: Browser, role: "editor" | "viewer", path: string): Promise<Page> {
  const page = await (await joinConsole(browser, site.url, role)).newPage();
  await page.goto(`/console${path}`);
  return page;
}

async function startDraft(): Promise<void> {
  await goToScreen(page, "Experiments");
  await page.getByRole("link", { name: "New experiment" }).click();
}

const exposureOf = (variation: string) => ({
  experiment_id: KEY,
  experiment_name: "A shorter headline",
  experiment_phase: 1,
  variation_id: variation,
  variation_name: variation,
});

/** Visitors of the home page, as an estimate counts them. */
async function visitorsOfHome(): Promise<number> {
  const answer = await page.request.post(`${site.url}/console/api/experiments/estimate`, {
    headers: { origin: site.url },
    data: {
      kind: "content",
      page: "home",
      targeting: [],
      coverage: 1,
      weights: [0.5, 0.5],
      metric: { type: "conversion", event: "Form Sent", path: "", property: "" },
      minimumEffect: 0.05,
    },
  });
  return ((await answer.json()) as EstimateResponse).visitors;
}

test("an editor creates a text experiment, starts it, reads the result, and ships the winner", async ({
  request,
}) => {
  test.setTimeout(240_000);
  const errors = collectConsoleErrors(page);
  await expect(page.getByRole("heading", { name: "No experiments yet" })).toBeVisible();
  await expectAccessible();
  await sendPageTraffic(request, site.url, { visitors: 300, conversions: 30, daysAgo: 2 });

  await page.getByRole("link", { name: "New experiment" }).click();
  await page.getByLabel("Name", { exact: true }).fill("A shorter headline");
  await expect(page.getByLabel("Key")).toHaveValue(KEY);
  await page.getByLabel("Hypothesis").fill("If we say it shorter, then more ask, because they read it.");
  const estimate = page.getByRole("status", { name: "Estimate" });
  await expect(estimate).toHaveText("Choose a page to see how long the experiment would take.");
  await expect.poll(() => visitorsOfHome(), { timeout: 60_000 }).toBe(300);
  await page.getByLabel("Page", { exact: true }).selectOption("home");
  await expect(estimate).toContainText(/About [\d.]+ years/);
  await expect(estimate).toContainText("“Form sent” going from 10.00% to 10.50%. Based on 300 visitors of /");
  await estimate.getByRole("button", { name: /^Use \d+%: about \d+ days$/ }).click();
  await expect(estimate).toContainText(/About \d+ days/);
  await expect(estimate.getByRole("button")).toHaveCount(0);
  await expect(page.getByLabel("Minimum detectable effect")).not.toHaveValue("5");
  const variation = page.getByRole("listitem", { name: "Variation 1" });
  await variation.getByLabel("Name of variation 1").fill("Short headline");
  const renamed = page.getByRole("listitem", { name: "Short headline" });
  await renamed.getByLabel("Search the text of Short headline").fill("hero title");
  const hero = renamed.getByRole("region", { name: "Hero" });
  await expect(hero.getByRole("textbox", { name: "Title" })).toHaveValue(/\w/);
  await hero.getByRole("textbox", { name: "Title" }).fill(HEADLINE);
  await renamed.getByRole("button", { name: "Move Features up" }).click();
  await expectAccessible();
  await page.getByRole("button", { name: "Save draft" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "A shorter headline" })).toBeVisible();
  await expect(page.getByText("Not running yet.")).toBeVisible();
  const changes = page.getByRole("region", { name: "What changes" });
  await expect(changes).toContainText(`is ${HEADLINE}`);
  await expect(changes).toContainText("Hero: Title");
  await expect(changes).toContainText("Order of sections");
  await expectAccessible();
  const preview = page.getByRole("link", { name: "Preview Short headline" });
  await expect(preview).toHaveAttribute("href", /preview\?.*choices=/);

  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("Control to 50%, Short headline to 50%");
  await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
  await expect(page.getByText(/^started .*, phase 1$/)).toBeVisible();
  await expect(page.getByText("No visitors yet.")).toBeVisible();

  await site.stop();
  await startedDaysAgo(dataDir, KEY, 8);
  site = await start();
  await sendVisits(request, site.url, {
    exposure: exposureOf("control"),
    visitors: VISITORS,
    conversions: VISITORS / 10,
  });
  await sendVisits(request, site.url, {
    exposure: exposureOf("variation-1"),
    visitors: VISITORS,
    conversions: VISITORS / 5,
  });
  await expect(async () => {
    await page.reload();
    const winner = page.getByRole("heading", { name: "Short headline beats Control." });
    await expect(winner).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText("Form sent: 20.00% vs. 10.00%, a lift of +100%.")).toBeVisible();
  await expect(
    page.getByText(/^Nothing counted yet for Largest contentful paint, .* and Visitors/),
  ).toBeVisible();
  await page.getByRole("switch", { name: "How to read these results" }).check({ force: true });
  await page.getByLabel("By", { exact: true }).selectOption({ label: "Source" });
  await expect(page).toHaveURL(/split=/);
  await expect(page.getByRole("columnheader", { name: "Source" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const filter = page.getByRole("dialog", { name: "Add a filter" });
  await filter.getByLabel("Filter by").selectOption({ label: "Country" });
  await filter.getByLabel("Search values").fill("AQ");
  await filter.getByLabel("Search values").press("Enter");
  await filter.getByRole("button", { name: "Apply filter" }).click();
  await expect(page.getByText("No visitors match the filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("heading", { name: "Short headline beats Control." })).toBeVisible();
  // While the server was down, the browser logged errors.
  errors.splice(0);

  await page.getByRole("button", { name: "Ship a variation" }).click();
  await expect(page.getByLabel("Variation to ship")).toHaveValue("variation-1");
  await expect(page.getByRole("dialog")).toContainText(
    "It publishes 1 text: 1 in English, and the sections of the page.",
  );
  expect(await violationsIn(page, "dialog[open]")).toEqual([]);
  await page.getByRole("button", { name: "Ship Short headline" }).click();
  await expect(page.getByText("Published as revision 1.")).toBeVisible();
  await expect(page.getByText("Shipped Short headline.", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Short headline was shipped." })).toBeVisible();
  await expect(page.getByText(/^stopped .*, phase 1$/)).toBeVisible();
  await expect
    .poll(async () => (await request.get(`${site.url}/`)).text(), { timeout: 60_000 })
    .toContain(HEADLINE);
  await page.getByRole("link", { name: "Revision 1" }).click();
  await expect(page.getByText("Shipped Short headline of A shorter headline")).toBeVisible();
  await page.getByRole("link", { name: "Experiment", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "A shorter headline" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("server errors appear at their fields, and leaving with unsaved changes asks first", async () => {
  await startDraft();
  await page.getByLabel("Name", { exact: true }).fill("A shorter headline");
  await page.getByLabel("Page", { exact: true }).selectOption("pricing");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "choose another key" })).toBeVisible();
  await page.getByLabel("Key").fill("another");
  await page.getByRole("radio", { name: /Redirect/ }).check();
  await page.getByLabel("Original path").fill("/pricing");
  await page.getByLabel("Path of Variation 1").fill("/pricing/");
  await page.getByRole("button", { name: "Save draft" }).click();
  const field = page.getByRole("listitem", { name: "Variation 1" });
  await expect(field.getByRole("alert")).toHaveText("Remove the trailing slash.");
  const dialogShown = page.waitForEvent("dialog");
  const leaving = page.getByRole("link", { name: "Flags" }).click();
  await (await dialogShown).dismiss();
  await leaving;
  await expect(page).toHaveURL(/experiments\/new$/);
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Flags" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Flags" })).toBeVisible();
});

test("the second of two editors sees the changes of the first one", async () => {
  await startDraft();
  await page.getByLabel("Name", { exact: true }).fill("Two editors");
  await page.getByRole("radio", { name: /Flag/ }).check();
  await page.getByLabel("Flag", { exact: true }).selectOption("pricing-quiz-banner-is-active");
  // The control is the current value of the flag, the variation the other one.
  await expect(page.getByRole("switch", { name: "Value of Variation 1" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Value of Control" })).not.toBeChecked();
  await page.getByRole("button", { name: "Add variation" }).click();
  await expect(page.getByLabel("Weight of Variation 2")).toHaveValue("33.3");
  await page.getByRole("button", { name: "Remove Variation 2" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Hypothesis").fill("Mine.");

  const headers = { origin: site.url };
  const path = "/console/api/experiments/two-editors";
  const { definition } = (await (await page.request.get(path)).json()) as ExperimentResponse;
  const theirs = { revision: 1, definition: { ...definition, hypothesis: "Theirs." } };
  expect((await page.request.put(path, { headers, data: theirs })).status()).toBe(200);

  await page.getByRole("button", { name: "Save changes" }).click();
  const dialog = page.getByRole("dialog", { name: "Someone else changed this" });
  await expect(dialog).toContainText("Theirs.");
  await dialog.getByRole("button", { name: "Keep my changes" }).last().click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Hypothesis")).toHaveValue("Theirs.");
});

/** Clicks a button of the screen, then the one of its dialog. */
async function confirm(button: string, title: string, action: string): Promise<void> {
  await page.getByRole("button", { name: button }).first().click();
  await confirmIn(title, action);
}

async function confirmIn(title: string, action: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Waits for the history, which loads on its own, and reverts the latest change. */
async function revertLatest(change: string): Promise<void> {
  const revert = page.getByRole("button", { name: /^Revert change/ });
  const latest = page.getByRole("listitem").filter({ has: revert }).first();
  await expect(latest).toContainText(change);
  await latest.getByRole("button", { name: /^Revert change/ }).click();
}

test("a start and a stop can be reverted, and earlier phases stay readable", async () => {
  await page.getByRole("link", { name: "Two editors" }).first().click();
  const state = page.getByText(/^(started|stopped|changed) (now|\S+ ago)/);
  await confirm("Start", "Start the experiment?", "Start");
  await expect(state).toHaveText(/^started .*, phase 1$/);
  await revertLatest("started the experiment");
  const dialog = page.getByRole("dialog", { name: "Revert the start?" });
  await expect(dialog).toContainText("If nobody has seen the experiment yet");
  expect(await violationsIn(page, "dialog[open]")).toEqual([]);
  await dialog.getByRole("button", { name: "Revert start" }).click();
  await expect(state).toHaveText(/^changed /);
  await expect(page.getByText("Not running yet.")).toBeVisible();

  await confirm("Start", "Start the experiment?", "Start");
  await confirm("Stop", "Stop the experiment?", "Stop");
  await expect(page.getByRole("heading", { name: "Nobody saw this experiment." })).toBeVisible();
  await revertLatest("stopped the experiment");
  await confirmIn("Resume the experiment?", "Resume");
  await expect(state).toHaveText(/^started .*, phase 1$/);
  await confirm("Stop", "Stop the experiment?", "Stop");
  await confirm("Start again", "Start phase 2?", "Start again");
  await expect(page.getByText("No visitors yet.")).toBeVisible();
  await page.getByLabel("Results of").selectOption("1");
  await expect(page).toHaveURL(/phase=1/);
  await expect(page.getByRole("heading", { name: "Nobody saw this experiment." })).toBeVisible();
  await expect(page.getByText("The current plan.")).toBeVisible();
});

test("a viewer can read everything and change nothing", async ({ browser }) => {
  const viewer = await openAs(browser, "viewer", "/experiments/new");
  await expect(viewer.getByRole("heading", { name: "View-only access" })).toBeVisible();
  await goToScreen(viewer, "Experiments");
  await viewer.getByRole("link", { name: "A shorter headline" }).click();
  await expect(viewer.getByText("Shipped Short headline.", { exact: true })).toBeVisible();
  await expect(
    viewer.getByText("You have view-only access. Ask an editor to start, stop or ship it."),
  ).toBeVisible();
  for (const name of ["Start again", "Ship a variation"])
    await expect(viewer.getByRole("button", { name })).toHaveCount(0);
  await expect(viewer.getByRole("link", { name: "Edit" })).toHaveCount(0);
  const step = await viewer.request.post(`/console/api/experiments/${KEY}/start`, {
    headers: { origin: site.url },
    data: { revision: 3 },
  });
  expect(step.status()).toBe(403);
  await viewer.context().close();
});
