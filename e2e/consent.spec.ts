import { visitorIdOf } from "@marquee/contract";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { hydrated } from "./support/hydrated.ts";
import { type Measurement, recordMeasurement, storedNames } from "./support/measurement.ts";
import { installClock, passTime } from "./support/settled.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

/** IP addresses with a known country. Tests send them as a proxy would. */
const GERMAN = "5.9.0.1";
const AMERICAN = "8.8.8.8";
/** First page of visits, which renders quickly. */
const FIRST_PAGE = "/contact-sales";
/** Longer than the throttle of page calls and the delay of code that loads when idle, in milliseconds. */
const WHILE = 3000;

let site: StartedSite;

interface Visit {
  page: Page;
  context: BrowserContext;
  seen: Measurement;
}

/** A new browser context whose requests come from an IP address. */
async function visitFrom(
  browser: Browser,
  address: string,
  headers: Record<string, string> = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { "x-forwarded-for": address, ...headers },
  });
  // Google's tag is connected by GTAG_ID on one of these sites.
  await context.route("https://www.googletagmanager.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  const page = await context.newPage();
  await installClock(page);
  return { page, context, seen: recordMeasurement(page) };
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Can we count your visit?" });
const typesOf = ({ events }: Measurement, type: string) => events.filter((event) => event.type === type);

async function open(page: Page, path = FIRST_PAGE): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Navigates to another page without a reload. */
async function follow(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]:visible`).first().click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

async function expectNothing({ page, context, seen }: Visit, expected: string[] = []): Promise<void> {
  await follow(page, "/brain");
  await passTime(page, WHILE);
  expect(seen.requests).toEqual([]);
  expect(await storedNames(page, context)).toEqual(expected);
}

test.describe("a site that measures by region", () => {
  test.describe.configure({ mode: "serial" });
  test.beforeAll(async () => {
    test.setTimeout(150_000);
    site = await startSite(11, {
      CONSENT_DEFAULT: "granted",
      TRUSTED_PROXIES: "127.0.0.1",
      CUSTOMER_DOMAINS: "acme.example",
      GTAG_ID: "G-E2E",
    });
  });
  test.afterAll(() => site.stop());

  test("marks visitors from the European Economic Area and asks them, storing and sending nothing before", async ({
    browser,
  }) => {
    const visit = await visitFrom(browser, GERMAN);
    await open(visit.page);
    await expect(visit.page.locator("body")).toHaveClass("privacy-restricted");
    await expect(dialogOf(visit.page)).toBeVisible();
    await expectNothing(visit);
    await visit.context.close();
  });

  test("treats an unknown location as the European Economic Area", async ({ browser }) => {
    const visit = await visitFrom(browser, "10.0.0.1");
    await open(visit.page, "/de/sign-up");
    await expect(visit.page.locator("body")).toHaveClass("privacy-restricted");
    expect((await visit.page.request.get("/location")).ok()).toBe(true);
    await visit.context.close();
  });

  test("measures others without asking, marks each event accordingly, and stops when they decline", async ({
    browser,
  }) => {
    const { page, context, seen } = await visitFrom(browser, AMERICAN);
    await open(page);
    await expect(page.locator("body")).not.toHaveClass("privacy-restricted");
    await expect(dialogOf(page)).toBeHidden();
    await expect.poll(() => typesOf(seen, "page").length).toBe(1);
    const { receiptId, basis } = typesOf(seen, "page")[0]?.context?.consent ?? {};
    expect([receiptId, basis]).toEqual([undefined, "region"]);
    expect(await storedNames(page, context)).not.toContain("marquee_consent");

    await page.getByRole("button", { name: "Cookie settings" }).click();
    await expect(dialogOf(page)).toBeVisible();
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === "/consent");
    await dialogOf(page).getByRole("button", { name: "Reject" }).click();
    await expect.poll(() => seen.receipts).toMatchObject([{ groups: ["C0001"] }]);
    // If the document ends before the response arrives, the next document sends the receipt again.
    const answer = await answered;
    await answer.finished();
    expect(answer.status()).toBe(204);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("marquee_receipts"))).toBeNull();
    expect(seen.receipts[0]?.anonymousId).toBe(typesOf(seen, "page")[0]?.anonymousId);
    seen.requests.length = 0;
    await page.reload();
    await hydrated(page);
    await expectNothing({ page, context, seen }, ["marquee_consent"]);
    await context.close();
  });

  test("names an earlier consent by its receipt, and makes a first one provable", async ({ browser }) => {
    const receiptId = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    const anonymousId = "9b2f2a54-3c1d-4f8e-8a57-5a1f0c6f7d21";
    const { page, context, seen } = await visitFrom(browser, GERMAN);
    await context.addCookies([
      { name: "marquee_consent", value: `1.00m3xk2p.2.C0001-C0002.${receiptId}`, url: site.url },
      { name: "ajs_anonymous_id", value: anonymousId, url: site.url },
    ]);
    const decide = async (name: string) => {
      await page.getByRole("button", { name: "Cookie settings" }).click();
      await dialogOf(page).getByRole("button", { name }).click();
    };
    await open(page);
    await expect.poll(() => typesOf(seen, "page")[0]?.anonymousId).toBe(anonymousId);
    await decide("Reject");
    await expect
      .poll(() => seen.receipts)
      .toMatchObject([{ groups: ["C0001"], anonymousId, proof: receiptId }]);

    // Another tool has replaced the ID.
    await context.addCookies([{ name: "ajs_anonymous_id", value: anonymousId, url: site.url }]);
    await decide("Accept");
    await expect.poll(() => seen.receipts.length).toBe(2);
    const { proof, anonymousId: next } = seen.receipts[1] ?? {};
    expect(visitorIdOf(String(proof))).toBe(next);
    await context.close();
  });

  test("treats Global Privacy Control as a refusal", async ({ browser }) => {
    const visit = await visitFrom(browser, AMERICAN);
    await visit.page.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
    );
    await open(visit.page);
    await expect(dialogOf(visit.page)).toBeHidden();
    await expectNothing(visit);
    await visit.context.close();
  });

  test("neither measures nor shows the dialog to browsers that only send Sec-GPC, until they decide", async ({
    browser,
  }) => {
    const visit = await visitFrom(browser, AMERICAN, { "sec-gpc": "1" });
    const { page, context, seen } = visit;
    await open(page);
    expect(await page.evaluate(() => "globalPrivacyControl" in navigator)).toBe(false);
    await expect(page.locator("body")).toHaveClass("privacy-restricted");
    await expectNothing(visit);
    // The browser has the document now, and the server answers 304.
    await page.reload();
    await hydrated(page);
    await expect(dialogOf(page)).toBeHidden();
    await page.getByRole("button", { name: "Cookie settings" }).click();
    await dialogOf(page).getByRole("button", { name: "Accept" }).click();
    await expect.poll(() => typesOf(seen, "page").length).toBe(1);
    await context.close();
  });

  test("identifies the user to other tools, includes their IDs, and forgets it all on refusal", async ({
    browser,
  }) => {
    const { page, context, seen } = await visitFrom(browser, AMERICAN);
    const email = encodeURIComponent(JSON.stringify({ email: "ann@acme.example" }));
    await context.addCookies([
      { name: "ajs_user_id", value: "42", url: site.url },
      { name: "user_id", value: email, url: site.url },
    ]);
    await page.addInitScript(() => {
      const users: unknown[] = [];
      const gtag = (command: string, _id: string, field: string, answer: (value: string) => void) => {
        if (command === "get") setTimeout(() => answer(`the ${field}`), 10);
      };
      Object.assign(window, {
        users,
        gtag,
        personalization: { identify: (user: unknown) => users.push(user) },
      });
    });
    await open(page);
    const users = () => page.evaluate(() => (window as unknown as { users: unknown[] }).users);
    await expect.poll(users).toEqual([{ id: 42, country_name: "United States" }]);
    await follow(page, "/brain");
    await follow(page, "/privacy");
    await expect
      .poll(() => typesOf(seen, "identify").map(({ properties }) => properties?.path))
      .toContain("/privacy");
    await passTime(page, WHILE);
    // Each path once, and one notification of the tool: there was no other sign-in.
    const identified = typesOf(seen, "identify");
    expect(identified.map(({ userId }) => userId)).toEqual(Array(identified.length).fill("42"));
    expect(new Set(identified.map(({ properties }) => properties?.path)).size).toBe(identified.length);
    expect(identified[0]?.properties).toEqual({ url: site.url + FIRST_PAGE, path: FIRST_PAGE });
    expect(await users()).toHaveLength(1);
    expect(seen.requests.filter((request) => request === "GET /location")).toHaveLength(1);

    const last = typesOf(seen, "page").at(-1);
    expect(last?.context?.audience).toBe("customer");
    const ids = { clientId: "the client_id", sessionId: "the session_id" };
    expect(last?.integrations).toEqual({ "Google Analytics 4": ids });
    const stored = await storedNames(page, context);
    expect(stored).toEqual(expect.arrayContaining(["marquee_gtag", "marquee_location"]));

    await page.getByRole("button", { name: "Cookie settings" }).click();
    await dialogOf(page).getByRole("button", { name: "Reject" }).click();
    await expect.poll(() => seen.receipts.length).toBe(1);
    await expect.poll(() => storedNames(page, context)).toEqual(["marquee_consent"]);
    await context.close();
  });

  test("sends no audience and no integrations if there are none", async ({ browser }) => {
    const { page, context, seen } = await visitFrom(browser, AMERICAN);
    await open(page);
    await expect.poll(() => typesOf(seen, "page").length).toBe(1);
    await follow(page, "/brain");
    await expect.poll(() => typesOf(seen, "page").length).toBe(2);
    // Route changes also identify unknown visitors, only by their anonymous ID.
    expect(typesOf(seen, "identify")).toMatchObject([
      { traits: {}, properties: { path: FIRST_PAGE } },
      { traits: {}, properties: { path: "/brain" } },
    ]);
    for (const event of typesOf(seen, "identify")) expect(event).not.toHaveProperty("userId");
    for (const event of seen.events) {
      expect(event.context).not.toHaveProperty("audience");
      expect(event).not.toHaveProperty("integrations");
    }
    expect(seen.requests).not.toContain("GET /location");
    await context.close();
  });
});

/** The visible effects of OneTrust's script on a page. The account grants every group by default. */
const ONETRUST_STAND_IN = `
  let isAnswered = document.cookie.includes("OptanonAlertBoxClosed");
  window.OnetrustActiveGroups = ",C0001,C0002,C0003,C0004,";
  window.timesShown = 0;
  const tell = () => {
    window.OptanonWrapper?.();
    window.dispatchEvent(new CustomEvent("OneTrustGroupsUpdated", { detail: window.OnetrustActiveGroups.split(",") }));
  };
  window.OneTrust = { IsAlertBoxClosed: () => isAnswered, ToggleInfoDisplay: () => { window.timesShown += 1; } };
  window.answer = (groups) => {
    isAnswered = true;
    window.OnetrustActiveGroups = "," + groups.join(",") + ",";
    tell();
  };
  tell();
`;

type StandIn = { timesShown: number; answer: (groups: string[]) => void };
const answer = (page: Page, groups: string[]) =>
  page.evaluate((granted) => (window as unknown as StandIn).answer(granted), groups);

test.describe("a site that uses OneTrust", () => {
  test.describe.configure({ mode: "serial" });
  test.beforeAll(async () => {
    test.setTimeout(150_000);
    site = await startSite(2, { CONSENT_PROVIDER: "onetrust", ONETRUST_DOMAIN_SCRIPT: "e2e-domain-test" });
  });
  test.afterAll(() => site.stop());

  /** Opens the home page and waits for OneTrust's script. */
  async function visitOneTrust(browser: Browser): Promise<Visit> {
    const visit = await visitFrom(browser, AMERICAN);
    await visit.context.route("https://cdn.cookielaw.org/scripttemplates/otSDKStub.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: ONETRUST_STAND_IN }),
    );
    await open(visit.page);
    await visit.page.waitForFunction(() => "OneTrust" in window);
    return visit;
  }

  test("loads the script, shows no dialog of its own, and does not take a preset for a decision", async ({
    browser,
  }) => {
    const visit = await visitOneTrust(browser);
    const script = visit.page.locator('script[src^="https://cdn.cookielaw.org/"]');
    await expect(script).toHaveAttribute("data-domain-script", "e2e-domain-test");
    await expect(visit.page.locator("[data-consent-dialog]")).toHaveCount(0);
    await expectNothing(visit);
    await visit.page.getByRole("button", { name: "Cookie settings" }).click();
    expect(await visit.page.evaluate(() => (window as unknown as StandIn).timesShown)).toBe(1);
    await visit.context.close();
  });

  test("turns an answer into a decision with receipt and cookie, and a later refusal into a withdrawal", async ({
    browser,
  }) => {
    const { page, context, seen } = await visitOneTrust(browser);
    await answer(page, ["C0001", "C0002"]);
    await expect.poll(() => typesOf(seen, "page").length).toBe(1);
    await expect.poll(() => seen.receipts.length).toBe(1);
    expect(seen.receipts[0]).toMatchObject({ groups: ["C0001", "C0002"] });
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === "marquee_consent")?.value).toContain(".C0001-C0002.");
    expect(typesOf(seen, "page")[0]?.context?.consent).toMatchObject({
      receiptId: seen.receipts[0]?.receiptId,
      categoryPreferences: { C0001: true, C0002: true, C0003: false, C0004: false },
    });
    // OneTrust reports an answer twice, which must not become a second decision.
    await answer(page, ["C0001", "C0002"]);
    await passTime(page, WHILE);
    expect(seen.receipts).toHaveLength(1);

    await answer(page, ["C0001"]);
    await expect.poll(() => seen.receipts.at(-1)).toMatchObject({ groups: ["C0001"] });
    expect(seen.receipts.at(-1)?.anonymousId).toBe(seen.receipts[0]?.anonymousId);
    // A receipt stays stored until the server has responded.
    await expect.poll(() => storedNames(page, context)).not.toContain("marquee_receipts");
    seen.requests.length = 0;
    await expectNothing({ page, context, seen }, ["marquee_consent"]);
    await context.close();
  });

  test("does not measure if the script fails to load", async ({ browser }) => {
    const visit = await visitFrom(browser, AMERICAN);
    await visit.context.route("https://cdn.cookielaw.org/**", (route) => route.abort());
    await open(visit.page);
    await expectNothing(visit);
    await visit.context.close();
  });
});
