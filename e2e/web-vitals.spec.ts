import {
  ERROR_EVENT,
  ERROR_REPORT,
  type ErrorProperties,
  eventTitle,
  type SegmentEvent,
  WEB_VITALS_EVENT,
  type WebVitalsProperties,
} from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { violationsOf } from "./support/axe.ts";
import { denyConsent } from "./support/denyConsent.ts";
import { hydrated } from "./support/hydrated.ts";
import { recordMeasurement } from "./support/measurement.ts";
import { recordAll } from "./support/recordings.ts";
import { installClock, passTime, settled } from "./support/settled.ts";
import { SHARED_URL } from "./support/startSite.ts";
import { signInByApi, storedEvents } from "./support/storedEvents.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const VITALS_CODE = /\/assets\/vitals.*\.js$/;

const propertiesOf = <Properties>(events: readonly SegmentEvent[], name: string) =>
  events
    .filter(({ event }) => event === name)
    .map(({ properties }) => properties as unknown as Properties & { path: string });

/** Opens the pricing page and clicks once. */
async function readPricing(page: Page): Promise<void> {
  const code = page.waitForResponse(VITALS_CODE);
  await page.goto("/pricing");
  await code;
  await hydrated(page);
  await page.getByRole("heading", { level: 1 }).click();
}

/** Waits until the first click is painted and its timing is reported. */
async function clickPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType("first-input").length > 0);
  await settled(page);
}

/** Throws an uncaught error after the current script. */
const throwLater = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);

/** Playwright's user agent override does not apply during unload, so requests sent then would count as a bot's. */
const keepUserAgent = (page: Page) =>
  page.addInitScript(() => {
    const { userAgent } = navigator;
    Object.defineProperty(navigator, "userAgent", { get: () => userAgent });
  });

test.describe("with consent", () => {
  test.beforeEach(({ context, baseURL }) => grantConsentBefore(context, baseURL));

  test("a visit's web vitals and errors are reported, and shown in the console", async ({
    page,
    browser,
    context,
    baseURL,
  }) => {
    const watcher = await (await browser.newContext()).newPage();
    await signInByApi(watcher.request, baseURL);
    await keepUserAgent(page);
    // One session in twenty has Datadog's client, which reports the error with its own stack.
    await recordAll(context, { sampleRate: 0 });
    const { events } = recordMeasurement(page);
    const lost = `Lost ${Date.now()}`;
    const message = `${lost} of REDACTED`;
    await readPricing(page);
    await expect.poll(() => events.map(({ type }) => type)).toContain("page");

    await test.step("reports uncaught and reported errors, each once", async () => {
      await throwLater(page, `${lost} of jo@b.example`);
      await page.evaluate((name) => {
        void Promise.reject(new TypeError("Rejected"));
        const detail = { error: new RangeError("Too far"), context: "calendar" };
        for (let time = 0; time < 2; time += 1) document.dispatchEvent(new CustomEvent(name, { detail }));
      }, ERROR_REPORT);
      const errors = () => propertiesOf<ErrorProperties>(events, ERROR_EVENT);
      await expect.poll(() => errors().length).toBe(3);
      const seen = errors().map(({ kind, message: text, context: place }) => [kind, text, place]);
      expect(seen.sort()).toEqual([
        ["error", `Error: ${message}`, undefined],
        ["reported", "RangeError: Too far", "calendar"],
        ["unhandled rejection", "TypeError: Rejected", undefined],
      ]);
    });

    await test.step("reports web vitals when the page ends, with the responsible elements", async () => {
      await clickPainted(page);
      expect(propertiesOf(events, WEB_VITALS_EVENT)).toEqual([]);
      await page.goto("/guide");
      const stored = () => storedEvents(watcher.request, context, WEB_VITALS_EVENT);
      await expect.poll(async () => (await stored()).length).toBe(1);
      const [event] = await stored();
      const report = event?.properties as WebVitalsProperties;
      expect(event?.fields).toMatchObject({ path: "/pricing", bot: "" });
      expect(report).toMatchObject({ navigationType: "navigate", cls: expect.any(Number) });
      for (const vital of ["lcp", "inp", "ttfb", "fcp"] as const) expect(report[vital]).toBeGreaterThan(0);
      expect(report.lcpTarget).toMatch(/^[\w[\]="#:()>. -]{2,200}$/);
      expect(report.inpTarget).toBe("h1#plans-title");
      expect(report.timings).toEqual({ pricing_ready: expect.any(Number) });
      await expect
        .poll(async () => (await storedEvents(watcher.request, context, ERROR_EVENT)).length)
        .toBe(3);
    });

    await test.step("the visit appears on Speed, which links to its events", () => expectOnSpeed(watcher));
    await test.step("the error appears on Errors, which links to its events", () =>
      expectOnErrors(watcher, message));
    await watcher.context().close();
  });

  test("reports only the first page after navigation within the document", async ({ page }) => {
    const { events } = recordMeasurement(page);
    await readPricing(page);
    await clickPainted(page);
    await page.locator('a[href="/brain"]:visible').first().click();
    await expect(page).toHaveURL("/brain");
    const reports = () => propertiesOf<WebVitalsProperties>(events, WEB_VITALS_EVENT).map(({ path }) => path);
    await expect.poll(reports).toEqual(["/pricing"]);
    const report = events.find(({ event }) => event === WEB_VITALS_EVENT);
    expect(report?.context?.page?.path).toBe("/pricing");
    await page.goto("about:blank");
    await settled(page);
    expect(reports()).toEqual(["/pricing"]);
  });
});

async function expectOnSpeed(watcher: Page): Promise<void> {
  await watcher.goto("/console/speed?range=30d-today&pages=all");
  // Other specs report a page of this path on another host.
  const ofThisSite = watcher.locator(`a[href*="${new URL(SHARED_URL).host}"]`);
  const row = watcher
    .getByRole("row")
    .filter({ has: ofThisSite.and(watcher.getByRole("link", { name: "/pricing", exact: true })) });
  await expect(row).toContainText(/(good|needs improvement|poor)\s*[\d.,]+ (ms|s)/);
  await expect(row).toContainText("h1#plans-title");
  const timing = watcher.getByRole("row").filter({ hasText: "pricing_ready" });
  await expect(timing.first()).toContainText("/pricing");
  expect(await violationsOf(watcher)).toEqual([]);
  await watcher.getByRole("navigation", { name: "Metric" }).getByRole("link", { name: /^CLS/ }).click();
  await expect(watcher).toHaveURL(/vital=cls/);
  await expect(
    watcher.getByRole("heading", { name: "Cumulative layout shift (CLS) over time" }),
  ).toBeVisible();
  await watcher.goto(
    "/console/speed?range=30d-today&vital=cls&pages=all&f=is,page,/pricing&f=is,device,desktop",
  );
  await expect(watcher.getByRole("row").filter({ hasText: "Page views" }).first()).toBeVisible();
  await row.getByRole("link", { name: /page views? of \/pricing$/ }).click();
  await expect(
    watcher.getByRole("row").filter({ hasText: "Measured the speed of /pricing" }).first(),
  ).toBeVisible();
}

async function expectOnErrors(watcher: Page, message: string): Promise<void> {
  await watcher.goto(`/console/errors?range=30d-today&text=${encodeURIComponent(message)}`);
  const entry = watcher.getByRole("group").filter({ hasText: `Error: ${message}` });
  const stack = entry.getByRole("list", { name: "Stack" });
  await entry.locator("summary").click();
  await expect(stack).toContainText(message);
  const opened = watcher.url();
  expect(opened).toMatch(/open=[0-9a-f]+/);
  await watcher.goBack();
  await expect(stack).toBeHidden();
  await watcher.goto(opened);
  await expect(stack).toContainText(message);
  const before = entry.getByRole("region", { name: "Before the latest occurrence" });
  // The request for the page's texts may also be listed.
  await expect(before.getByRole("listitem").filter({ hasText: /\/pricing(?!\.json)/ })).toHaveCount(1);
  await expect(before.getByRole("listitem").last()).toContainText(message);
  await entry.getByRole("link", { name: /^(?:Its event|All \d+ events)$/ }).click();
  await expect(watcher.getByRole("row").filter({ hasText: `Error: ${message}` })).toHaveCount(1);
  await expect(watcher.getByRole("button", { name: "Remove the filter One error" })).toBeVisible();
  await watcher.goBack();
  await expect(watcher).toHaveURL(opened);
  await expect(stack).toContainText(message);
  expect(await violationsOf(watcher)).toEqual([]);
  await entry.getByRole("button", { name: "Ignore" }).click();
  await expect(entry).toHaveCount(0);
  await watcher
    .getByRole("navigation", { name: "State" })
    .getByRole("link", { name: /^Ignored/ })
    .click();
  await entry.locator("summary").click();
  await entry.getByRole("button", { name: "Reopen" }).click();
  await expect(entry).toHaveCount(0);
  await watcher.goto(opened);
  await entry.getByRole("link", { name: "Latest event" }).click();
  await expect(watcher.getByRole("heading", { level: 1, name: eventTitle(ERROR_EVENT) })).toBeVisible();
}

test("without consent, no measurement code is loaded and nothing is sent", async ({ page, baseURL }) => {
  await denyConsent(page, baseURL);
  const { requests } = recordMeasurement(page);
  const code: string[] = [];
  await installClock(page);
  page.on("request", (request) => VITALS_CODE.test(request.url()) && code.push(request.url()));
  await page.goto("/pricing");
  await hydrated(page);
  await throwLater(page, "Lost");
  await passTime(page, 3000);
  await page.goto("about:blank");
  await settled(page);
  expect([requests, code]).toEqual([[], []]);
});
