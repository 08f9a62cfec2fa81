import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { connectOnly, testWithTools as test } from "./support/sharedSites.ts";
import type { StartedSite } from "./support/startSite.ts";
import { startTagServer, type TagServer } from "./support/tagServer.ts";

const ID = "G-E2E123";
/** The consent dialog's texts, which editors change. */
const { consent } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../content/copy/en/shell.json"), "utf8"),
) as { consent: { accept: string; reject: string } };

let site: StartedSite;
let tag: TagServer;
test.beforeAll(async ({ site: shared }) => {
  site = shared;
  tag = await startTagServer();
  await connectOnly(site, {});
});
test.afterAll(() => tag?.stop());

/** Opens a page. @returns its Content-Security-Policy. */
async function visit(page: Page, path: string): Promise<string> {
  const answer = await page.goto(site.url + path);
  await hydrated(page);
  return answer?.headers()["content-security-policy"] ?? "";
}

const hasPolicy = (page: Page) =>
  page.evaluate(() => {
    const { trustedTypes } = window as unknown as { trustedTypes: { defaultPolicy: unknown } };
    return trustedTypes.defaultPolicy !== null;
  });

test("a tool is connected in the console, loads only with consent, and is removed when disconnected", async ({
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const refused: string[] = [];
  visitor.on("console", (message) => refused.push(message.text()));
  const before = await visit(visitor, "/sign-up");
  expect(before).toContain("script-src 'self';");

  const owner = await (await browser.newContext({ baseURL: site.url })).newPage();
  await openConsole(owner, "/connections", "Connections");
  await owner.getByRole("link", { name: /Google tag/ }).click();
  await expect(owner.getByRole("heading", { level: 1, name: "Google tag" })).toBeVisible();
  await owner.getByLabel("Analytics IDs").fill("<script>alert(1)</script>");
  await owner.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(owner.getByRole("alert")).toContainText("custom HTML are not accepted");
  await owner.getByLabel("Analytics IDs").fill(ID);
  await owner.getByLabel("Tag server").fill(tag.url);
  await owner.getByRole("button", { name: "Test", exact: true }).click();
  await expect(owner.getByText("It works")).toBeVisible();
  await expect(owner.getByText("Status 200.")).toBeVisible();
  await owner.getByRole("button", { name: "Connect", exact: true }).click();
  const risk = owner.getByRole("dialog");
  await expect(risk).toContainText("could act in the console");
  await risk.getByRole("button", { name: "Cancel" }).click();
  await expect(owner.getByText("Not connected", { exact: true })).toBeVisible();
  await owner.getByRole("button", { name: "Connect", exact: true }).click();
  await risk.getByRole("button", { name: "Connect anyway" }).click();
  await expect(owner.getByText("Connected", { exact: true })).toBeVisible();

  tag.requests.length = 0;
  const opened = await visit(visitor, "/contact-sales");
  expect(opened).toContain(`script-src 'self' ${tag.url};`);
  expect(opened).toContain(`connect-src 'self' ${tag.url};`);
  const accept = visitor.getByRole("button", { name: consent.accept, exact: true });
  await expect(accept).toBeVisible();
  await expect(visitor.locator("[data-consent-dialog]")).toContainText("Google");
  // On a second document, all late requests of the first one would have been sent.
  await visit(visitor, "/sign-up");
  expect(tag.requests).toEqual([]);
  expect(await hasPolicy(visitor)).toBe(false);

  await accept.click();
  const expected = [
    `/gtag/js?id=${ID}`,
    "/more.js",
    "/collect?default granted granted",
    `/collect?config ${ID}`,
    "/collect?refused markup",
    "/collect?refused code",
    "/collect?refused elsewhere",
  ];
  await expect.poll(() => tag.requests.toSorted()).toEqual(expected.toSorted());
  expect(await hasPolicy(visitor)).toBe(true);
  expect(refused.filter((text) => text.includes("only load scripts from their own hosts"))).toHaveLength(3);
  // The IDs are requested with the next event.
  await visit(visitor, "/contact-sales");
  await expect
    .poll(() => visitor.evaluate(() => localStorage.getItem("marquee_gtag")))
    .toContain("the client_id");

  await visitor.getByRole("button", { name: "Cookie settings" }).click();
  await visitor.getByRole("button", { name: consent.reject, exact: true }).click();
  await expect.poll(() => visitor.evaluate(() => document.cookie)).not.toContain("_ga=");
  await expect.poll(() => tag.requests.at(-1)).toBe("/collect?update denied denied");

  await owner.getByRole("button", { name: "Disconnect" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(owner.getByText("Not connected", { exact: true })).toBeVisible();
  const closed = await visit(visitor, "/contact-sales");
  expect(closed.replace(/'sha256-[^']+'/, "")).toBe(before.replace(/'sha256-[^']+'/, ""));
  expect(await visitor.content()).not.toContain(ID);
});
