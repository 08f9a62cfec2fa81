import type { InvitationResponse } from "@marquee/contract/schema";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openAccountMenu } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";

/** The invitation link that an owner passes on. */
async function inviteLink(browser: Browser, url = "", email: string): Promise<string> {
  const owner = await browser.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  await owner.request.post("/console/api/sign-in", { data: OWNER });
  const data = { email, role: "viewer" };
  const answer = await owner.request.post("/console/api/team/invitations", { data });
  const { url: link } = (await answer.json()) as InvitationResponse;
  await owner.close();
  return link;
}

async function joinByForm(page: Page): Promise<void> {
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
}

/** Creates an account for this test and signs the page's browser in, without the form. */
async function joinAs(page: Page, browser: Browser, baseURL = "", email: string): Promise<void> {
  const [, token] = (await inviteLink(browser, baseURL, email)).split("#token=");
  const answer = await page.request.post("/console/api/join", {
    headers: { origin: baseURL },
    data: { token, password: OWNER.password },
  });
  expect(answer.ok()).toBe(true);
}

async function signIn({ request }: BrowserContext, baseURL = "", data: typeof OWNER): Promise<void> {
  const answer = await request.post("/console/api/sign-in", { headers: { origin: baseURL }, data });
  expect(answer.ok()).toBe(true);
}

async function signInElsewhere(browser: Browser, baseURL = "", email: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL });
  await signIn(context, baseURL, { email, password: OWNER.password });
  return context;
}

async function isSignedIn({ request }: BrowserContext): Promise<boolean> {
  const answer = await request.get("/console/api/account/sessions");
  expect([200, 401]).toContain(answer.status());
  return answer.ok();
}

const uniqueEmail = (name: string) => `${name}-${Date.now()}-${test.info().retry}@trellis.example`;

for (const form of ["fragment", "query"] as const) {
  test(`an invitation whose token is in the ${form} is removed from the address bar`, async ({
    browser,
    page,
    baseURL,
  }) => {
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    const email = uniqueEmail(form);
    const link = await inviteLink(browser, baseURL, email);
    const [address = "", token = ""] = link.split("#token=");
    await page.goto(form === "fragment" ? link : `${address}?token=${token}`);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    expect(page.url()).toBe(address);
    const [, ...afterDocument] = requested;
    expect(afterDocument.filter((url) => url.includes(token))).toEqual([]);
    await joinByForm(page);
  });
}

test("a second link in the same tab opens, and a link opened while signed in waits", async ({
  browser,
  page,
  baseURL,
}) => {
  const [first, second] = [uniqueEmail("first"), uniqueEmail("second")];
  await page.goto(await inviteLink(browser, baseURL, first));
  await expect(page.getByLabel("Email")).toHaveValue(first);
  const link = await inviteLink(browser, baseURL, second);
  await page.goto(link);
  await expect(page.getByLabel("Email")).toHaveValue(second);
  await page.goto(await inviteLink(browser, baseURL, first));
  await joinByForm(page);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "You're already signed in" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(second);
});

test("a changed password signs out other browsers, and the new one works", async ({
  browser,
  page,
  baseURL,
}) => {
  const email = uniqueEmail("password");
  await joinAs(page, browser, baseURL, email);
  const other = await signInElsewhere(browser, baseURL, email);
  const errors = collectConsoleErrors(page);
  await page.goto("/console/team");
  await openAccountMenu(page, { email, password: OWNER.password });
  await page.getByRole("link", { name: "Account" }).click();
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "This browser" })).toHaveCount(1);

  const fill = async (current: string, wanted: string, repeated = wanted) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password", { exact: true }).fill(wanted);
    await page.getByLabel("Repeat new password").fill(repeated);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await fill(OWNER.password, "tidal-gravel-mitten", "tidal-gravel-kitten");
  await expect(page.getByText("The two new passwords don't match.")).toBeVisible();
  await fill("not the password", "tidal-gravel-mitten");
  await expect(page.getByRole("alert")).toHaveText("The current password is incorrect.");
  await fill(OWNER.password, "tidal-gravel-mitten");
  await expect(page.getByText("Password changed.")).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await expect(sessions).toHaveCount(1);
  expect(errors.filter((error) => !error.includes("403"))).toEqual([]);

  expect(await isSignedIn(other)).toBe(false);
  await signIn(other, baseURL, { email, password: "tidal-gravel-mitten" });
  await other.close();
});

test("other browsers are signed out one by one, and all of them at once", async ({
  browser,
  page,
  baseURL,
}) => {
  const email = uniqueEmail("sessions");
  await joinAs(page, browser, baseURL, email);
  const [first, second] = [
    await signInElsewhere(browser, baseURL, email),
    await signInElsewhere(browser, baseURL, email),
  ];
  await page.goto("/console/account");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(3);
  expect(await violationsOf(page)).toEqual([]);
  await sessions
    .getByRole("button", { name: /^Sign out/ })
    .first()
    .click();
  await expect(sessions).toHaveCount(2);
  await expect(page.getByRole("list", { name: "Sessions" })).toBeFocused();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  for (const context of [first, second]) {
    expect(await isSignedIn(context)).toBe(false);
    await context.close();
  }
});
