import { CONSENT_COOKIE, RECORDING_SETTINGS_PATH, REPLAY_PATH } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { collectSent, recordAll } from "./support/recordings.ts";
import { installClock, passTime, turnWheel } from "./support/settled.ts";

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage));
/** Resolves once a page is recorded and part of the recording is stored. */
const recorded = (page: Page) =>
  expect.poll(() => databases(page)).toContainEqual(expect.stringMatching(/^marquee_replay_/));

test("a visitor is recorded only from consent to withdrawal", async ({ page, context }) => {
  await recordAll(context, { rules: [{ kind: "address", pattern: "/contact-*" }], sampleRate: 0 });
  const sent = collectSent(context);

  await test.step("visitors without consent are not recorded, and the settings are not fetched", async () => {
    const requestedPaths: string[] = [];
    page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
    await installClock(page);
    await page.goto("/contact-sales");
    await passTime(page, 3000);
    expect(requestedPaths.filter((path) => [RECORDING_SETTINGS_PATH, REPLAY_PATH].includes(path))).toEqual(
      [],
    );
    expect(requestedPaths.filter((path) => /startInteractions|startRecording/.test(path))).toEqual([]);
    expect(await databases(page)).toEqual([]);
  });

  await test.step("a withdrawal stops the recording immediately and deletes unsent segments", async () => {
    await page.locator("[data-consent-accept]").click();
    await recorded(page);
    expect(await stored(page)).toContain("marquee_matches");
    sent.length = 0;
    await page.locator("[data-consent-open]").click();
    await page.locator("[data-consent-reject]").click();
    await expect.poll(() => databases(page)).toEqual([]);
    expect(await stored(page)).not.toContain("marquee_matches");
    await turnWheel(page, 500);
    await passTime(page, 3000);
    await page.goto("/contact-sales");
    expect(sent.filter((text) => text.includes(REPLAY_PATH))).toEqual([]);
    expect(await databases(page)).toEqual([]);
  });

  await test.step("a page that does not record deletes what an earlier page stored", async () => {
    await page.locator("[data-consent-open]").click();
    await page.locator("[data-consent-accept]").click();
    await recorded(page);
    await context.clearCookies({ name: CONSENT_COOKIE });
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    await page.goto("/sign-up");
    await expect.poll(() => databases(page)).toEqual([]);
  });
});
