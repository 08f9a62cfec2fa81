import { randomUUID } from "node:crypto";
import {
  ALL_CONSENT_GROUPS,
  CONSENT_COOKIE,
  CONSENT_TEXT_VERSION,
  formatConsentCookie,
  visitorIdOf,
} from "@marquee/contract";
import type {
  EventResponse,
  EventSearchResponse,
  QualityResponse,
  SiteResponse,
} from "@marquee/contract/schema";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { recordMeasurement, storedNames } from "./support/measurement.ts";
import { openConsole } from "./support/openConsole.ts";
import { type OtherHosts, startOtherHosts } from "./support/otherHosts.ts";
import { installClock, passTime } from "./support/settled.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

const DAY = 86_400_000;

interface MeasuredWindow {
  marquee?: { push(...calls: unknown[][]): void };
}
let site: StartedSite;
let pages: OtherHosts;
let api: ConsoleApi;
let siteId: string;

// The tests share a server and its hosts.
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(150_000);
  site = await startSite(70, { COOKIE_DOMAIN: "trellis.localhost", TRUSTED_PROXIES: "127.0.0.1" });
  pages = await startOtherHosts(Number(new URL(site.url).port) + 1, site.url);
  api = await signInToApi(site);
  const { id, definition, revision } = await api.get<SiteResponse>("/site");
  siteId = id;
  const allowed = ["docs.trellis", "app.trellis", "blog"].map(pages.host);
  const hosts = [...definition.hosts, ...allowed];
  await api.put("/site", { revision, definition: { ...definition, hosts } });
});
test.afterAll(async () => {
  await api.dispose();
  await pages.stop();
  await site.stop();
});

const dialogOf = (page: Page) => page.getByRole("dialog");
const sentFrom = (page: Page) =>
  page.waitForResponse((response) => response.url() === `${site.url}/v1/b` && response.ok());
const anonymousIdOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === "ajs_anonymous_id")?.value;

test("a page of another host asks for consent, sends after it, and shares the decision within the cookie domain", async ({
  browser,
}) => {
  const editor = await browser.newContext({ baseURL: site.url });
  const screen = await editor.newPage();
  await openConsole(screen, "/install", "Install");
  const row = screen.getByRole("listitem").filter({ hasText: pages.host("docs.trellis") });
  await expect(row).toContainText("Waiting for the first event");
  await expect(screen.getByText(`<script src="${site.url}/marquee.js" async></script>`)).toBeVisible();

  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = collectConsoleErrors(page);
  const seen = recordMeasurement(page);
  await page.goto(pages.url("docs.trellis"));
  await expect(dialogOf(page)).toBeVisible();
  expect(await storedNames(page, context)).toEqual([]);
  expect([...new Set(seen.requests)].sort()).toEqual(["GET /v1/snippet", "GET /v1/snippet/consent"]);

  const first = sentFrom(page);
  await page.locator("[data-consent-accept]").click();
  await first;
  await expect(dialogOf(page)).toBeHidden();
  await expect(row).toContainText(
    new RegExp(`First event received from ${pages.host("docs.trellis")}, \\d\\d:\\d\\d`),
  );
  await editor.close();

  await page.getByRole("link", { name: "Guide" }).click();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.evaluate(() =>
    (window as unknown as MeasuredWindow).marquee?.push(["track", "Docs Searched", { words: 2 }]),
  );
  const names = () =>
    seen.events.map(({ type, event, context }) => event ?? `${type} ${context?.page?.path}`);
  await expect
    .poll(names)
    .toEqual(expect.arrayContaining(["page /", "page /guide", "Docs Copied", "Docs Searched"]));
  expect(
    names().filter((name) => name.startsWith("page ")),
    "Each page counts once.",
  ).toHaveLength(2);
  const guide = seen.events.find(({ type, context }) => type === "page" && context?.page?.path === "/guide");
  expect(guide?.context?.page).toMatchObject({ title: "Guide", referrer: pages.url("docs.trellis") });
  expect(problems, "The page's policy and Trusted Types allow all of it.").toEqual([]);

  const anonymousId = await anonymousIdOf(context);
  const shared = sentFrom(page);
  await page.goto(pages.url("app.trellis"));
  expect((await shared).request().postDataJSON().batch[0].anonymousId).toBe(anonymousId);
  await expect(dialogOf(page)).toBeHidden();

  await page.goto(pages.url("blog"));
  await expect(dialogOf(page), "Outside the cookie domain, visitors are asked again.").toBeVisible();

  const search = { type: "page", person: anonymousId };
  const stored = async () => (await api.ask<EventSearchResponse>("events", search)).events;
  await expect.poll(async () => (await stored()).length).toBe(3);
  const [latest] = await stored();
  const { fields } = await api.get<EventResponse>(`/events/${latest?.messageId}`);
  expect(fields).toMatchObject({ site: siteId, host: pages.host("app.trellis") });
  await context.close();
});

test("a withdrawal on one host empties the others of the cookie domain at the next visit", async ({
  page,
  context,
}) => {
  await page.goto(pages.url("docs.trellis"));
  const sent = sentFrom(page);
  await page.locator("[data-consent-accept]").click();
  await sent;
  expect(await storedNames(page, context)).toContain("marquee_first_touch");
  await page.evaluate(() => localStorage.setItem("department", "the page's own"));

  await page.goto(pages.url("app.trellis"));
  const withdrawn = page.waitForResponse(`${site.url}/consent`);
  await page.getByRole("button", { name: "Cookies" }).click();
  await page.locator("[data-consent-reject]").click();
  expect((await withdrawn).status()).toBe(204);

  await page.goto(pages.url("docs.trellis"));
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)), {
      message: "Only what the page itself stores is left.",
    })
    .toEqual(["department"]);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["marquee_consent"]);
});

test("a refusal applies although an earlier consent, from before COOKIE_DOMAIN was set, belongs to the host only", async ({
  page,
  context,
}) => {
  const url = pages.url("docs.trellis");
  const decision = {
    groups: ALL_CONSENT_GROUPS,
    decidedAt: Date.now() - DAY,
    textVersion: CONSENT_TEXT_VERSION,
  };
  const value = formatConsentCookie({ ...decision, receiptId: randomUUID() });
  const secret = randomUUID();
  await context.addCookies([
    { name: CONSENT_COOKIE, value, url },
    { name: "ajs_anonymous_id", value: visitorIdOf(secret), url },
    { name: "marquee_visitor", value: secret, url },
  ]);
  const sent = sentFrom(page);
  await page.goto(url);
  expect((await sent).request().postDataJSON().batch[0].anonymousId).toBe(visitorIdOf(secret));

  const withdrawn = page.waitForResponse(`${site.url}/consent`);
  await page.getByRole("button", { name: "Cookies" }).click();
  await page.locator("[data-consent-reject]").click();
  expect((await withdrawn).status()).toBe(204);
  const cookies = (await context.cookies()).map(({ name, domain }) => `${name} ${domain}`);
  expect(cookies).toEqual([`${CONSENT_COOKIE} .trellis.localhost`]);

  await installClock(page);
  const seen = recordMeasurement(page);
  for (const name of ["docs.trellis", "app.trellis"]) {
    await page.goto(pages.url(name));
    await passTime(page, 3000);
  }
  expect(seen.events).toEqual([]);
  await expect(dialogOf(page)).toBeHidden();
});

test("a page of a host that is not allowed shows no dialog and sends nothing, and is counted", async ({
  page,
  context,
}) => {
  const warnings: string[] = [];
  page.on("console", (message) => warnings.push(message.text()));
  const seen = recordMeasurement(page);
  await page.goto(pages.url("evil"));
  await expect.poll(() => warnings.join("\n")).toContain("does not measure this host");
  await page.evaluate(() => (window as unknown as MeasuredWindow).marquee?.push(["track", "Stolen"]));
  await expect(dialogOf(page)).toBeHidden();
  expect(seen.requests).toEqual(["GET /v1/snippet"]);
  expect(await storedNames(page, context)).toEqual([]);

  const answer = await context.request.post(`${site.url}/v1/b`, {
    headers: { origin: `http://${pages.host("evil")}`, "content-type": "text/plain" },
    data: JSON.stringify({ writeKey: "local", batch: [] }),
  });
  expect([answer.status(), (await answer.json()).message]).toEqual([
    403,
    expect.stringContaining(`Pages on http://${pages.host("evil")} are not measured.`),
  ]);
  const refusals = async () =>
    (await api.ask<QualityResponse>("quality")).rejected.find(({ reason }) => reason === "host_not_allowed")
      ?.count;
  await expect.poll(refusals).toBe(2);
});
