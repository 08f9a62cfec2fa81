import { TRACK_REQUEST } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { hydrated } from "./support/hydrated.ts";
import { recordMeasurement } from "./support/measurement.ts";

const CODE = /\/assets\/startInteractions.*\.js$/;

/** Delays the tracking code. @returns a function that lets it load. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CODE, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens an overlay after hydration. Before that, the link would leave the page. */
const SIGN_UP = 'header a[data-overlay="sign-up"]:visible';

test.beforeEach(({ context, baseURL }) => grantConsentBefore(context, baseURL));

test("clicks and requests before the code loads are tracked once it has loaded", async ({ page }) => {
  const release = await holdCode(page);
  const { events } = recordMeasurement(page);
  await page.goto("/pricing");
  await hydrated(page);
  await page.locator(SIGN_UP).first().click();
  await page.evaluate((request) => {
    document.dispatchEvent(
      new CustomEvent(request, { detail: { event: "Asked", properties: { by: "e2e" } } }),
    );
    document.querySelector("header")?.remove();
  }, TRACK_REQUEST);
  release();
  const named = (name: string) =>
    events.filter(({ event }) => event === name).map(({ properties }) => properties);
  await expect.poll(() => named("Asked")).toEqual([{ by: "e2e" }]);
  await expect.poll(() => named("click web")).toMatchObject([{ root: "header", clickedType: "button" }]);
});

test("code that could not be fetched is fetched again", async ({ page }) => {
  let failures = 0;
  await page.route(CODE, async (route) => {
    failures += 1;
    if (failures === 1) await route.abort();
    else await route.continue();
  });
  const { events } = recordMeasurement(page);
  await page.goto("/pricing");
  await hydrated(page);
  await page.locator(SIGN_UP).first().click();
  await expect.poll(() => events.map(({ event }) => event)).toContain("click web");
});

test("a link's URL is sent without email addresses", async ({ page }) => {
  const { events } = recordMeasurement(page);
  await page.goto("/pricing");
  await hydrated(page);
  await page.evaluate((selector) => {
    const link = document.querySelector<HTMLAnchorElement>(selector);
    if (link) link.href = "/pricing?email=jo%40b.example#plans";
  }, 'header a[data-overlay="sign-up"]');
  await page.locator('header a[data-overlay="sign-up"]').first().dispatchEvent("pointerdown");
  await page.locator(SIGN_UP).first().click();
  const click = () => events.find(({ event }) => event === "click web");
  await expect.poll(() => String(click()?.properties?.href)).toContain("email=REDACTED");
  expect(JSON.stringify(events)).not.toContain("jo%40b");
});
