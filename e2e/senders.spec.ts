import { expect, type Page } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";
import { type Receiver, startReceiver } from "./support/receiver.ts";
import { connectOnly, testWithTools as test } from "./support/sharedSites.ts";
import type { StartedSite } from "./support/startSite.ts";

const LOGIN = "https://app.trellis.example/login";
let site: StartedSite;
let receiver: Receiver;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ site: shared }) => {
  site = shared;
  receiver = await startReceiver();
  const forms = { form1299: "", form1176: "", form1763: "", form1871: "" };
  const book = { form1006: `${receiver.url}/book`, display: "frame", emailParameter: "who" };
  // What visitors and leads use; the mail server is connected in the console.
  await connectOnly(site, {
    "lead-webhook": { settings: { url: `${receiver.url}/leads` }, secrets: { secret: "sixteen characters" } },
    meetings: { settings: { ...forms, ...book } },
    customers: { settings: { groupIds: [], domains: ["acme.example"], loginUrl: LOGIN } },
  });
});
test.afterAll(() => receiver?.stop());

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test("a lead reaches email, books in a frame, and is sent to the webhook again after it failed", async ({
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const answer = await visitor.goto(`${site.url}/contact-sales`);
  expect(answer?.headers()["content-security-policy"]).toContain(`frame-src 'self' ${receiver.url};`);
  await hydrated(visitor);
  await visitor.getByRole("textbox", { name: "Work email" }).fill("ada@hostile.example");
  await visitor.getByRole("textbox", { name: "Name" }).fill("<b>Ada</b>\u202e");
  await visitor.getByRole("combobox", { name: "Company size" }).selectOption("51-200");
  await visitor.getByRole("textbox", { name: "How can we help?" }).fill("<img src=x onerror=alert(1)>");
  const filledAt = Date.now();

  const owner = await (await browser.newContext({ baseURL: site.url })).newPage();
  await openConsole(owner, "/connections/smtp", "Email (SMTP)");
  await field(owner, "Server").fill("127.0.0.1");
  await field(owner, "Port").fill(String(receiver.mailPort));
  await field(owner, "Encryption").selectOption("none");
  await field(owner, "Sender address").fill("site@trellis.example");
  await field(owner, "Notify about new leads").fill("sales@trellis.example");
  await owner.getByRole("button", { name: "Test", exact: true }).click();
  await expect(owner.getByText("It works")).toBeVisible();
  expect(receiver.mails.at(-1)).toContain(`To: ${OWNER.email}`);
  await owner.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(owner.getByText("Connected", { exact: true })).toBeVisible();

  receiver.answerLeadsWith(410);
  // A form sent faster than a person can type counts as spam and is not delivered.
  await expect.poll(() => Date.now() - filledAt).toBeGreaterThan(3000);
  await visitor.getByRole("main").getByRole("button", { name: "Send to sales" }).click();
  await visitor.getByRole("button", { name: "Pick a time" }).click();
  const frame = visitor.frameLocator("iframe[title='Pick a time']");
  await expect(frame.getByRole("heading", { name: "Choose a slot" })).toBeVisible();
  expect(receiver.requests.map(({ path }) => path)).toContain("/book?who=ada%40hostile.example");

  await expect.poll(() => receiver.mails.at(-1)).toContain("Subject: New sales request");
  expect(receiver.mails.at(-1)).not.toContain("ada@");
  await openConsole(owner, "/leads", "Leads");
  await expect(owner.getByText("Email delivered")).toBeVisible();
  expect(await violationsIn(owner, "main")).toEqual([]);
  await owner.getByRole("link", { name: "<b>Ada</b>" }).click();
  await expect(owner.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(owner.getByText("Responded with 410: from the CRM")).toBeVisible();
  expect(await violationsIn(owner, "main")).toEqual([]);
  receiver.answerLeadsWith(200);
  await owner.getByRole("button", { name: "Send again to Webhook" }).click();
  await expect(owner.getByText("failed", { exact: true })).toHaveCount(0);
  await expect(owner.getByText("delivered", { exact: true })).toHaveCount(2);
  const posted = receiver.requests
    .filter(({ path }) => path === "/leads")
    .map(({ body }) => JSON.parse(body));
  expect(posted).toMatchObject([{ name: "<b>Ada</b>\u202e" }, { name: "<b>Ada</b>\u202e" }]);
  expect(posted[0].id).toBe(posted[1].id);
});

test("a known customer sees a login link", async ({ browser }) => {
  const context = await browser.newContext();
  const user = JSON.stringify({ email: "eve@acme.example" });
  await context.addCookies([{ name: "user_id", value: encodeURIComponent(user), url: site.url }]);
  const page = await context.newPage();
  await page.goto(`${site.url}/sign-up`);
  const login = page.getByRole("banner").getByRole("link", { name: /^Log in/ });
  await expect(login).toHaveAttribute("href", LOGIN);
});

test("no password reset link is offered on the day when email was connected", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const answer = page.waitForResponse("**/console/api/password-reset");
  await page.goto("/console/");
  expect(await (await answer).json()).toEqual({ isAvailable: false });
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Forgot your password?" })).toHaveCount(0);
  await context.close();
});
