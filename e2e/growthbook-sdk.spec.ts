import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { FlagDefinition } from "@marquee/contract";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { build } from "vite";
import { OWNER } from "./support/owner.ts";

/** A page of another origin, which the server's settings do not name. */
const PORT = Number(process.env.E2E_PORT ?? 3199) + 7;
const SHOP = `http://localhost:${PORT}`;
const DOCUMENT = '<!doctype html><title>Shop</title><div id="app"></div><script src="/shop.js"></script>';
/** The page's script. */
const SCRIPT = join(import.meta.dirname, "support/growthbookShop.js");

// The tests share a port, so they run in one worker.
test.describe.configure({ mode: "default" });
let shop: Server;
test.beforeAll(async () => {
  const script = await bundle();
  shop = createServer(({ url }, response) => {
    const isScript = url === "/shop.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : DOCUMENT);
  });
  await new Promise<void>((resolve) => shop.listen(PORT, "localhost", resolve));
});
test.afterAll(async () => {
  await new Promise((resolve) => shop.close(resolve));
});

for (const mode of ["rules", "remote"]) {
  test(`growthbook-react, unchanged, on a page of another origin follows a flag (${mode})`, async ({
    page,
    baseURL: configuredUrl,
  }) => {
    const baseURL = configuredUrl ?? "";
    const { request } = page.context();
    const flag = `shop-${mode}-${Date.now()}`;
    await request.post(`${baseURL}/console/api/sign-in`, { data: OWNER, headers: { origin: baseURL } });
    await saveFlag(request, baseURL, flag, "first", 0);
    const subscribed = page.waitForResponse(`${baseURL}/sub/sdk-local`);
    await page.goto(`${SHOP}/?${new URLSearchParams({ host: baseURL, flag, [mode]: "" })}`);
    await expect(page).toHaveTitle("loaded");
    await expectValue(page, "first");
    expect((await subscribed).status()).toBe(200);
    // Twice, because the second request must not be answered from the cache.
    for (const [revision, value] of ["second", "third"].entries()) {
      await saveFlag(request, baseURL, flag, value, revision + 1);
      await expectValue(page, value);
    }
  });
}

function expectValue(page: Page, value: string): Promise<void> {
  return expect(page.locator("output")).toHaveText(value);
}

async function saveFlag(
  request: APIRequestContext,
  baseURL: string,
  key: string,
  defaultValue: string,
  revision: number,
): Promise<void> {
  const definition: FlagDefinition = {
    key,
    type: "string",
    description: "",
    defaultValue,
    rules: [],
    isArchived: false,
    environments: ["production", "staging", "development"],
  };
  const url = `${baseURL}/console/api/flags/${key}`;
  const answer = await request.put(url, { data: { definition, revision }, headers: { origin: baseURL } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** @returns the page's script. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    root: join(import.meta.dirname, ".."),
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, rolldownOptions: { input: SCRIPT, output: { format: "iife" } } },
  });
  const [output] = [result].flat();
  const chunk = output && "output" in output ? output.output.find(({ type }) => type === "chunk") : undefined;
  if (chunk?.type !== "chunk") throw new Error("The page's script could not be bundled.");
  return chunk.code;
}
