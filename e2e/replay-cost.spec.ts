import { expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { collectSent, recordAll, recorded } from "./support/recordings.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Changes thousands of elements without a pause, as a broken animation would. */
const struggle = (page: Page) =>
  page.evaluate(() => {
    const list = document.createElement("ul");
    document.body.append(list);
    setInterval(() => {
      const items = Array.from({ length: 1500 }, (_, index) => {
        const item = document.createElement("li");
        item.title = String(Math.random());
        item.textContent = `${index}`;
        return item;
      });
      list.replaceChildren(...items);
    }, 20);
  });

test("recording stops with a warning if it costs the page too much", async ({ page, context, baseURL }) => {
  test.slow();
  await grantConsentBefore(context, baseURL);
  await recordAll(context);
  const sent = collectSent(context);
  await page.goto("/contact-sales");
  await recorded(page);
  const said = page.waitForEvent("console", {
    predicate: (message) => message.text().includes("Recording has stopped: it exceeded its CPU budget."),
    timeout: 60_000,
  });
  await struggle(page);
  expect((await said).type()).toBe("warning");
  await expect.poll(() => sent.some((text) => text.includes('"tag":"stopped"'))).toBe(true);
});
