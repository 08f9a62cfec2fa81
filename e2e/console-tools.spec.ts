import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { WITH_BACK_FORWARD_CACHE } from "./support/chromium.ts";
import { hydrated } from "./support/hydrated.ts";
import { openAccountMenu, openConsole } from "./support/openConsole.ts";
import { connectOnly, testWithTools as test } from "./support/sharedSites.ts";
import type { StartedSite } from "./support/startSite.ts";
import { startTagServer, type TagServer } from "./support/tagServer.ts";

const ID = "G-E2E123";

test.use(WITH_BACK_FORWARD_CACHE);

let site: StartedSite;
let tag: TagServer;
test.beforeAll(async ({ site: shared }) => {
  site = shared;
  tag = await startTagServer();
  const settings = { analyticsIds: [ID], advertisingIds: [], server: tag.url };
  await connectOnly(site, { "google-tag": { settings } });
});
test.afterAll(async () => {
  await connectOnly(site, {});
  await tag?.stop();
});

/** Opens a page of the site and accepts measurement, if asked. */
async function visit(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.url + path);
  await hydrated(page);
  const accept = page.locator("[data-consent-dialog]").getByRole("button", { name: /accept/i });
  if (await accept.isVisible()) await accept.click();
  return page;
}

const hasTool = (page: Page) =>
  page.evaluate(() => document.querySelector("script[src*='/gtag/js']") !== null);

/** A page of another site, whose link leads to a page of ours. */
async function startOtherSite(): Promise<{ url: string; stop(): void }> {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><a href="${site.url}/sign-up">There</a>`),
  );
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, stop: () => void server.close() };
}

test("a tab that was opened before the sign-in loads again, without tools; after the sign-out, they return", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url });
  const before = await visit(context, "/contact-sales");
  await expect.poll(() => hasTool(before)).toBe(true);
  const console = await context.newPage();
  const reloaded = before.waitForEvent("load");
  await openConsole(console, "/connections", "Connections");
  await reloaded;
  await hydrated(before);
  expect(await hasTool(before)).toBe(false);
  expect(await before.content()).not.toContain(ID);

  tag.requests.length = 0;
  const answer = await before.goto(`${site.url}/sign-up`);
  expect(answer?.headers()["content-security-policy"]).not.toContain(tag.url);
  await hydrated(before);
  expect(tag.requests).toEqual([]);

  await openAccountMenu(console);
  await console.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(console.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  const after = await visit(context, "/sign-up");
  await expect.poll(() => hasTool(after)).toBe(true);
  await context.close();
});

test("arriving by a link from another site loads no tools either", async ({ browser }) => {
  const other = await startOtherSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await visit(context, "/sign-up");
  await openConsole(page, "/connections", "Connections");
  tag.requests.length = 0;
  await page.goto(other.url);
  await page.getByRole("link", { name: "There" }).click();
  await page.waitForURL(`${site.url}/sign-up`);
  await hydrated(page);
  expect(await page.content()).not.toContain(ID);
  expect(await hasTool(page)).toBe(false);
  expect(tag.requests).toEqual([]);
  await context.close();
  other.stop();
});

test("a page cached by the browser before the sign-in loads again when it is shown again", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await visit(context, "/contact-sales");
  await expect.poll(() => hasTool(page)).toBe(true);
  await page.evaluate(() =>
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) sessionStorage.setItem("restored", "yes");
    }),
  );
  await openConsole(page, "/connections", "Connections");
  await page.goBack();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("restored"))).toBe("yes");
  await expect.poll(() => page.content()).not.toContain(ID);
  await hydrated(page);
  expect(await hasTool(page)).toBe(false);
  await context.close();
});
