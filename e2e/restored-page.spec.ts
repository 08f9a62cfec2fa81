import { expect, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { WITH_BACK_FORWARD_CACHE } from "./support/chromium.ts";
import { hydrated } from "./support/hydrated.ts";
import { recordMeasurement } from "./support/measurement.ts";

test.use(WITH_BACK_FORWARD_CACHE);

test("a page that the browser restores from its back/forward cache is viewed again", async ({
  context,
  page,
  baseURL,
}) => {
  await grantConsentBefore(context, baseURL);
  const { events } = recordMeasurement(page);
  const views = () =>
    events.filter(({ type, properties }) => type === "page" && properties?.path === "/pricing").length;
  await page.goto("/pricing");
  await hydrated(page);
  await page.evaluate(() =>
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) document.documentElement.dataset.restored = "";
    }),
  );
  await expect.poll(views).toBe(1);
  await page.waitForLoadState("networkidle");
  await page.goto("/privacy");
  await page.goBack();
  await expect(page.locator("html[data-restored]")).toHaveCount(1);
  await expect.poll(views).toBe(2);
});
