import { expect, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { WITH_BACK_FORWARD_CACHE } from "./support/chromium.ts";
import { hydrated } from "./support/hydrated.ts";

test.use(WITH_BACK_FORWARD_CACHE);

test("a page that the browser restores from its back/forward cache is viewed again", async ({
  context,
  page,
  baseURL,
}) => {
  await grantConsentBefore(context, baseURL);
  // Playwright reports no requests of a restored page.
  await page.addInitScript(() => {
    const bodies: string[] = [];
    const send = window.fetch;
    window.fetch = (input, init) => {
      bodies.push(String(init?.body));
      return send(input, init);
    };
    Object.assign(window, { bodies });
  });
  const views = async () => {
    const bodies = (await page.evaluate(() => Reflect.get(window, "bodies"))) as string[];
    const events = bodies
      .filter((body) => body.startsWith('{"batch"'))
      .flatMap((body) => JSON.parse(body).batch);
    const ofPage = events.filter(({ type, properties }) => type === "page" && properties.path === "/pricing");
    return new Set(ofPage.map(({ messageId }) => messageId)).size;
  };
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
  await page.evaluate(() => history.back());
  await expect(page.locator("html[data-restored]")).toHaveCount(1);
  // The left page may send the event and end before the response; it is sent again once the request must have ended.
  await expect.poll(views, { timeout: 60_000 }).toBe(2);
});
