import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { LiveResponse } from "@marquee/contract/schema";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { askScreen } from "./support/consoleApi.ts";
import { OWNER } from "./support/owner.ts";
import { settled } from "./support/settled.ts";

/** The only other origin that the tested server accepts events from. */
const PORT = Number(process.env.E2E_PORT ?? 3199) + 1;
const SHOP = `http://localhost:${PORT}`;
const PACKAGE = createRequire(import.meta.url).resolve("@segment/analytics-next/package.json");
const LIBRARY = readFileSync(join(dirname(PACKAGE), "dist/umd/index.js"));
const DOCUMENT = '<!doctype html><title>Shop</title><script src="/analytics.js"></script>';

// The tests share a port, so they run in one worker.
test.describe.configure({ mode: "default" });
let shop: Server;
test.beforeAll(async () => {
  shop = createServer(({ url }, response) => {
    const isLibrary = url === "/analytics.js";
    response.setHeader("content-type", isLibrary ? "text/javascript" : "text/html");
    response.end(isLibrary ? LIBRARY : DOCUMENT);
  });
  await new Promise<void>((resolve) => shop.listen(PORT, "localhost", resolve));
});
test.afterAll(async () => {
  await new Promise((resolve) => shop.close(resolve));
});

/** Segment's browser library, loaded as its documentation describes. */
interface Analytics {
  page(name: string): Promise<unknown>;
  track(event: string, properties: object): Promise<unknown>;
  identify(userId: string, traits: object): Promise<unknown>;
  group(groupId: string): Promise<unknown>;
  alias(userId: string): Promise<unknown>;
  screen(name: string): Promise<unknown>;
}
declare const AnalyticsNext: {
  AnalyticsBrowser: { load(settings: { writeKey: string; cdnURL: string }): Analytics };
};

async function useEveryCall(page: Page, cdnURL: string, mark: string): Promise<void> {
  await page.evaluate(
    async ([cdnURL, mark]) => {
      const analytics = AnalyticsNext.AnalyticsBrowser.load({ writeKey: "local", cdnURL });
      await analytics.page(`${mark} page`);
      await analytics.track(`${mark} track`, { price: 12 });
      await analytics.identify(`${mark}-user`, { plan: "business" });
      await analytics.group("workspace");
      await analytics.alias(`${mark}-user-2`);
      await analytics.screen(`${mark} screen`);
    },
    [cdnURL, mark] as const,
  );
}

test("analytics-next, unchanged, on a page of another origin: every call arrives once", async ({
  page,
  baseURL,
}) => {
  const mark = `next-${Date.now()}`;
  const answers: string[] = [];
  page.on("response", (response) => {
    const { pathname, origin } = new URL(response.url());
    if (origin === baseURL) answers.push(`${response.request().method()} ${response.status()} ${pathname}`);
  });
  await page.goto(`${SHOP}/?utm_source=${mark}`);
  await useEveryCall(page, baseURL ?? "", mark);
  expect(answers.filter((answer) => !answer.startsWith("OPTIONS")).sort()).toEqual([
    "GET 200 /v1/projects/local/settings",
    ...["a", "g", "i", "p", "s", "t"].map((call) => `POST 200 /v1/${call}`),
  ]);

  await expectEachOnce(page.context().request, baseURL ?? "", mark);
});

test("analytics-next keeps events tracked offline and sends them once", async ({ page, baseURL }) => {
  const mark = `away-${Date.now()}`;
  await page.goto(`${SHOP}/?utm_source=${mark}`);
  await page.evaluate((cdnURL) => {
    const analytics = AnalyticsNext.AnalyticsBrowser.load({ writeKey: "local", cdnURL });
    Object.assign(window, { analytics });
    return analytics.page("before");
  }, baseURL ?? "");
  await page.context().setOffline(true);
  await page.evaluate(() => {
    const { analytics } = window as unknown as { analytics: Analytics };
    for (let number = 0; number < 20; number += 1) void analytics.track("away", { number });
  });
  await settled(page);
  await page.context().setOffline(false);
  const typesOf = () => storedTypes(page.context().request, baseURL ?? "", mark);
  await expect.poll(async () => (await typesOf()).length, { timeout: 60_000 }).toBe(21);
  // A later call.
  await page.evaluate(() => {
    const { analytics } = window as unknown as { analytics: Analytics };
    return analytics.page("after");
  });
  await expect.poll(async () => (await typesOf()).filter((type) => type === "page")).toHaveLength(2);
  expect(await typesOf()).toHaveLength(22);
});

/** Types of a campaign's events in the console. */
async function storedTypes(request: APIRequestContext, baseURL: string, campaign: string): Promise<string[]> {
  await request.post(`${baseURL}/console/api/sign-in`, { data: OWNER, headers: { origin: baseURL } });
  const { events } = await askScreen<LiveResponse>(request, "live", { date_range: undefined });
  return events
    .filter(({ source }) => source === campaign)
    .map(({ type }) => type)
    .sort();
}

async function expectEachOnce(request: APIRequestContext, baseURL: string, campaign: string): Promise<void> {
  const all = ["alias", "group", "identify", "page", "screen", "track"];
  await expect.poll(() => storedTypes(request, baseURL, campaign)).toEqual(all);
}
