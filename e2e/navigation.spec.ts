import { type CDPSession, expect, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { hydrated } from "./support/hydrated.ts";
import { recordMeasurement, storedNames } from "./support/measurement.ts";
import { placeStored } from "./support/scrollPosition.ts";
import { installClock, passTime } from "./support/settled.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("a page behind a link shows its first view, then the rest, and all of it is measured", async ({
  page,
  context,
  baseURL,
}) => {
  await grantConsentBefore(context, baseURL);
  const { events } = recordMeasurement(page);
  const pages = () => events.filter(({ type }) => type === "page").map(({ properties }) => properties?.path);
  await page.goto("/");
  await hydrated(page);
  // Of page changes within 300 ms, only the last is measured.
  await expect.poll(pages).toEqual(["/"]);
  await page.evaluate(() => {
    const counts: number[] = [];
    Reflect.set(window, "counts", counts);
    const heading = document.querySelector("main h1");
    new MutationObserver(() => {
      if (!heading?.isConnected) counts.push(document.querySelectorAll("main section").length);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("banner").getByRole("link", { name: "Brain", exact: true }).click();
  await expect(page.locator('[aria-labelledby="price-title"]')).toBeAttached();
  const counts = await page.evaluate(() => Reflect.get(window, "counts") as number[]);
  expect(counts[0]).toBeLessThan(counts.at(-1) ?? 0);

  await expect.poll(pages).toEqual(["/", "/brain"]);
  await page.locator('[aria-labelledby="price-title"]').scrollIntoViewIfNeeded();
  const viewed = () =>
    events.filter(({ event }) => event === "Section Viewed").map(({ properties }) => properties?.sectionId);
  await expect.poll(viewed).toContain("price");
  expect(pages()).toEqual(["/", "/brain"]);
});

test("going back to a position further down shows it immediately", async ({ page }) => {
  await page.goto("/brain");
  await hydrated(page);
  const section = page.locator("main section").last();
  await section.scrollIntoViewIfNeeded();
  await placeStored(page);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/pricing"]')?.click());
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Start free");
  await page.goBack();
  await expect(section).toBeInViewport();
});

test("a prerendered page measures, stores and requests nothing until it is shown", async ({
  page,
  context,
  baseURL,
}) => {
  await grantConsentBefore(context, baseURL);
  const before = await context.cookies();
  const seen = recordMeasurement(page);
  await page.addInitScript(() => {
    Object.defineProperty(document, "prerendering", {
      get: () => !Reflect.has(window, "isActivated"),
      configurable: true,
    });
  });
  await installClock(page);
  await page.goto("/pricing");
  await passTime(page, 5000);
  expect(await context.cookies()).toEqual(before);
  expect(await storedNames(page, context)).toEqual(before.map(({ name }) => name));
  expect(seen.requests).toEqual([]);
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  await page.evaluate(() => {
    Reflect.set(window, "isActivated", true);
    document.dispatchEvent(new Event("prerenderingchange"));
  });
  await hydrated(page);
  await expect.poll(() => seen.events.filter(({ type }) => type === "page")).toHaveLength(1);
});

test("the browser prerenders a page in another language when its link is hovered, and no page that needs no document", async ({
  page,
  context,
}) => {
  const prerendered: string[] = [];
  const problems: unknown[] = [];
  const session: CDPSession = await context.newCDPSession(page);
  session.on("Preload.prerenderStatusUpdated", ({ key }) => prerendered.push(new URL(key.url).pathname));
  session.on("Preload.ruleSetUpdated", ({ ruleSet }) => ruleSet.errorType && problems.push(ruleSet));
  await session.send("Preload.enable");
  await page.goto("/pricing");
  await hydrated(page);
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Brain" }).hover();
  await footer.getByRole("link", { name: "Deutsch" }).hover();
  await expect.poll(() => prerendered).toContain("/de/pricing");
  expect(new Set(prerendered)).toEqual(new Set(["/de/pricing"]));
  expect(problems).toEqual([]);
});
