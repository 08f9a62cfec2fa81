import { expect, type Page } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";
import { type Receiver, startReceiver } from "./support/receiver.ts";
import { connectOnly, testWithTools as test } from "./support/sharedSites.ts";
import type { StartedSite } from "./support/startSite.ts";

let site: StartedSite;
let receiver: Receiver;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ site: shared }) => {
  site = shared;
  receiver = await startReceiver();
  const mail = {
    host: "127.0.0.1",
    port: receiver.mailPort,
    security: "none",
    user: "",
    from: "site@trellis.example",
    fromName: "Trellis",
    leadRecipients: [],
  };
  await connectOnly(site, {
    "lead-webhook": { settings: { url: `${receiver.url}/leads` }, secrets: { secret: "sixteen characters" } },
    smtp: { settings: mail },
  });
});
test.afterAll(() => receiver?.stop());

/** Sends a lead that the webhook rejects for good. */
async function sendRejectedLead(page: Page): Promise<void> {
  receiver.answerLeadsWith(410);
  await page.goto(`${site.url}/contact-sales`);
  await hydrated(page);
  await page.getByRole("textbox", { name: "Work email" }).fill("ada@customer.example");
  await page.getByRole("textbox", { name: "Name" }).fill("Ada");
  await page.getByRole("combobox", { name: "Company size" }).selectOption("51-200");
  await page.getByRole("textbox", { name: "How can we help?" }).fill("We plan a rollout.");
  const filledAt = Date.now();
  // A form sent faster than a person can type counts as spam and is not delivered.
  await expect.poll(() => Date.now() - filledAt).toBeGreaterThan(3000);
  await page.getByRole("main").getByRole("button", { name: "Send to sales" }).click();
  await expect
    .poll(() => receiver.requests.filter(({ path }) => path === "/leads").length)
    .toBeGreaterThan(0);
}

const mailsTo = (address: string) => receiver.mails.filter((mail) => mail.includes(`To: ${address}`));

test("an alert is defined, tested, and reports a lost lead and the recovery by email", async ({
  browser,
}) => {
  await sendRejectedLead(await (await browser.newContext()).newPage());
  const owner = await (await browser.newContext({ baseURL: site.url })).newPage();
  await openConsole(owner, "/alerts", "Alerts");
  await expect(owner.getByText("nobody is notified yet")).toBeVisible();
  await owner.getByRole("button", { name: "New alert" }).click();
  const dialog = owner.getByRole("dialog", { name: "New alert" });
  await dialog.getByLabel("Watch").selectOption({ label: "Lead delivery" });
  await dialog.getByRole("checkbox", { name: "Email" }).check();
  await dialog.getByLabel("Email addresses").fill("oncall@trellis.example");
  await dialog.getByLabel("Name").fill("Lost leads");
  expect(await violationsIn(owner, "dialog[open]")).toEqual([]);
  await dialog.getByRole("button", { name: "Create alert" }).click();
  await expect(dialog).toHaveCount(0);

  await expect.poll(() => mailsTo("oncall@trellis.example").length).toBe(1);
  const [alarmMail = ""] = mailsTo("oncall@trellis.example");
  expect(alarmMail).toContain(
    "A lead was not delivered to the lead webhook: Responded with 410: from the CRM",
  );
  expect(alarmMail).toContain(`${site.url}/console/leads?delivery=failed`);
  await owner.reload();
  const open = owner.getByRole("region", { name: "Open alarms" });
  await expect(open.getByText("Lost leads, since")).toBeVisible();
  await expect(open.getByText("Email sent")).toBeVisible();
  await expect(
    owner.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: /Alerts.*open/ }),
  ).toBeVisible();
  expect(await violationsIn(owner, "main")).toEqual([]);

  await owner.getByRole("button", { name: "Lost leads", exact: true }).click();
  await owner.getByRole("button", { name: "Send a test" }).click();
  await expect(owner.getByText("Email works")).toBeVisible();
  expect(mailsTo("oncall@trellis.example").at(-1)).toContain("This is a test");
  await owner.getByRole("button", { name: "Cancel" }).click();

  receiver.answerLeadsWith(200);
  await open
    .getByRole("link", { name: /not delivered/ })
    .first()
    .click();
  await owner.getByRole("link", { name: "Ada" }).click();
  await owner.getByRole("button", { name: /Send again/ }).click();
  await expect(owner.getByText("failed", { exact: true })).toHaveCount(0);
  // A changed alert is checked immediately, others within minutes.
  await openConsole(owner, "/alerts", "Alerts");
  await owner.getByRole("button", { name: "Lost leads", exact: true }).click();
  await owner.getByLabel("Name").fill("Leads that got lost");
  await owner.getByRole("button", { name: "Save alert" }).click();
  await expect.poll(() => mailsTo("oncall@trellis.example").at(-1)).toContain("Back to normal");
  await owner.getByRole("link", { name: "History" }).click();
  await expect(owner.getByRole("row", { name: /Leads that got lost/ })).toContainText(
    "Email (all clear) sent",
  );
});

test("the weekly digest is previewed, sent, and ended by its link", async ({ browser }) => {
  const owner = await (await browser.newContext({ baseURL: site.url })).newPage();
  await openConsole(owner, "/alerts?tab=digest", "Alerts");
  const isOn = owner.getByRole("switch", { name: /every week/ });
  await owner.getByText(`Send it to ${OWNER.email} every week`).click();
  await expect(isOn).toBeChecked();
  await expect(
    owner.frameLocator("iframe[title='Weekly digest']").getByText("Visitors", { exact: true }),
  ).toBeVisible({ timeout: 30_000 });
  expect(await violationsIn(owner, "main")).toEqual([]);
  await owner.getByRole("button", { name: "Send it now" }).click();
  await expect(owner.getByText("Email works")).toBeVisible({ timeout: 30_000 });
  const mail = mailsTo(OWNER.email).at(-1) ?? "";
  const [, link = ""] = /List-Unsubscribe:\s*<([^>]+)>/.exec(mail.replace(/\r\n\s+/g, "")) ?? [];
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(link);
  await reader.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(reader.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  await owner.reload();
  await expect(isOn).not.toBeChecked();
});
