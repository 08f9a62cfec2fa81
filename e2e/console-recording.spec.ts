import { DEFAULT_RECORDING_SETTINGS, type RecordingSettings } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { OWNER } from "./support/owner.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

/** Other tests rely on the default settings, so this file has its own site. */
let site: StartedSite | undefined;
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  site = await startSite(42);
});
test.afterAll(async () => {
  await site?.stop();
});

async function openRecording(page: Page): Promise<void> {
  await page.goto(`${site?.url}/console/recording`);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Recording settings" })).toBeVisible();
}

async function told(page: Page): Promise<RecordingSettings> {
  return (await page.request.get(`${site?.url}/v1/recording-settings`)).json();
}

test("an owner changes the recording settings, confirms less privacy, and undoes it", async ({ page }) => {
  await openRecording(page);
  const save = page.getByRole("button", { name: "Save changes" });
  await page.getByLabel("Session sample rate").fill("101");
  await page.getByLabel("Heatmap sample rate").fill("50");
  await save.click();
  await expect(page.getByText("Enter a number from 0 to 100.")).toBeVisible();
  expect(await told(page)).toEqual(DEFAULT_RECORDING_SETTINGS);

  await page.getByLabel("Session sample rate").fill("12.5");
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
    sampleRate: 12.5,
    interactionSampleRate: 50,
    blockSelectors: [".bill"],
    rules: [{ kind: "flag", key: "new-pricing", value: "true" }],
    addressRules: [{ pattern: "https://*/team/*", replacement: "/team" }],
  };
  expect(await told(page)).toEqual(strict);

  await page.getByLabel("Blocked elements").fill("");
  await save.click();
  const dialog = page.getByRole("dialog", { name: "Record more visitor data?" });
  await expect(dialog).toContainText(".bill");
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  expect(await told(page)).toEqual(strict);
  await save.click();
  await dialog.getByRole("button", { name: "Save anyway" }).click();
  await expect.poll(() => told(page)).toEqual({ ...strict, blockSelectors: [] });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => told(page)).toEqual(strict);
  await expect(page.getByLabel("Blocked elements")).toHaveValue(".bill");
});
