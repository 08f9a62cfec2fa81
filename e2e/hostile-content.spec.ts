import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { openConsole } from "./support/openConsole.ts";
import { testOnNewSite as test } from "./support/sharedSites.ts";
import type { StartedSite } from "./support/startSite.ts";

const RUN = "window.pwned=(window.pwned||0)+1";
const MARK = `"'><img src=x onerror="${RUN}"><script>${RUN}</script><svg onload="${RUN}">{{7*7}}\${7*7}`;
/** User agent of a person; most screens exclude bots. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";
const VISITOR = `<b onmouseover="${RUN}">visitor`;
const SCRIPT_ADDRESS = `javascript:${RUN}//`;

let site: StartedSite;

test.describe.configure({ mode: "serial" });
test.beforeAll(({ site: shared }) => {
  site = shared;
});

async function send(path: string, body: object): Promise<number> {
  const headers = { "content-type": "application/json", "user-agent": USER_AGENT };
  return (await fetch(site.url + path, { method: "POST", headers, body: JSON.stringify(body) })).status;
}

/** Everything that strangers can send with the public write key, with markup in every text. */
function hostileEvents(): object[] {
  const context = {
    page: { url: SCRIPT_ADDRESS, path: MARK, title: MARK, referrer: SCRIPT_ADDRESS },
    campaign: { source: MARK, medium: MARK, name: MARK },
    userAgent: USER_AGENT,
    locale: MARK,
    timezone: MARK,
    library: { name: MARK, version: MARK },
    consent: { receiptId: MARK },
    sessionId: Date.now(),
  };
  const properties = { url: SCRIPT_ADDRESS, path: MARK, title: MARK, referrer: SCRIPT_ADDRESS, [MARK]: MARK };
  const event = (fields: object) => ({
    messageId: randomUUID(),
    anonymousId: VISITOR,
    userId: MARK,
    timestamp: new Date().toISOString(),
    context,
    properties,
    traits: { email: MARK, name: MARK },
    ...fields,
  });
  const error = {
    message: MARK,
    source: SCRIPT_ADDRESS,
    stack: `Error: ${MARK}\n    at ${MARK} (${SCRIPT_ADDRESS}:1:1)`,
  };
  return [
    event({ type: "page", name: MARK }),
    event({ type: "track", event: MARK }),
    event({ type: "identify", context: { ...context, userAgent: `${USER_AGENT} ${MARK}` } }),
    event({ type: "track", event: "Error Occurred", properties: { ...properties, ...error, kind: "error" } }),
    event({ type: "track", event: "Web Vitals", properties: { ...properties, lcp: 9000, lcpTarget: MARK } }),
    event({ type: "track", event: "Experiment Viewed", properties: { experiment: MARK, variation: MARK } }),
    // This event is rejected and stored as a rejected sample.
    event({ type: "track", event: "", [MARK]: MARK }),
  ];
}

const SCREENS = [
  ["/", "Overview"],
  ["/events?view=live", "Events"],
  ["/events", "Events"],
  ["/quality", "Data quality"],
  ["/errors", "Errors"],
  ["/speed", "Speed"],
  ["/replays", "Replays"],
  ["/heatmaps", "Heatmaps"],
  ["/consent", "Consent"],
  [`/privacy-requests?id=${encodeURIComponent(VISITOR)}`, "Privacy requests"],
  ["/changes", "Changes"],
] as const;

/** Hostile input appears as text: no script ran, it created no element, and no link leads to a script. */
async function expectInert(page: Page, screen: string): Promise<void> {
  const elements = "img[src='x'], main script, [onerror], [onload], [onmouseover], a[href^='javascript:']";
  await expect(page.locator(elements), screen).toHaveCount(0);
  expect(await page.evaluate(() => "pwned" in window), screen).toBe(false);
}

test("hostile input appears as text on every screen of the console", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: site.url });
  page.on("dialog", (dialog) => dialog.dismiss().then(() => expect(dialog.message()).toBe("no dialog")));
  expect(await send("/v1/b", { writeKey: "local", batch: hostileEvents() })).toBe(200);
  await openConsole(page, "/events", "Events");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(MARK).first()).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  for (const [path, screen] of SCREENS) {
    await page.goto(`/console${path}`);
    await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectInert(page, screen);
  }
  await page.goto("/console/errors");
  await page.getByText(MARK).first().click();
  await expect(page.getByText("Stack").first()).toBeVisible();
  await expectInert(page, "one error");
  await page.goto("/console/events");
  await page.getByRole("row").filter({ hasText: MARK }).getByRole("button").first().click();
  await page.getByRole("link", { name: "Link to this event" }).click();
  await expect(page.locator("pre").last()).toContainText("onerror");
  await expectInert(page, "one event");
  await page.close();
});
