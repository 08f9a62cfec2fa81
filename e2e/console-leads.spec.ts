import { randomUUID } from "node:crypto";
import { expect, type Page, type Route } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { openConsole } from "./support/openConsole.ts";
import { type Receiver, startReceiver } from "./support/receiver.ts";
import { connectOnly, testWithTools as test } from "./support/sharedSites.ts";
import type { StartedSite } from "./support/startSite.ts";

let site: StartedSite;
let receiver: Receiver;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ site: shared }) => {
  site = shared;
  receiver = await startReceiver();
  await connectOnly(site, {
    "lead-webhook": { settings: { url: `${receiver.url}/leads` }, secrets: { secret: "sixteen characters" } },
  });
});
test.afterAll(() => receiver?.stop());

/** Sends a form like a browser without JavaScript, with the requested second click. */
async function sendForm(page: Page, email: string): Promise<void> {
  const form = {
    formId: "1006",
    locale: "en",
    path: "/contact-sales",
    email,
    companySize: "51-200",
    message: "Forty teams.",
  };
  const send = (more: Record<string, string>) =>
    page.request.post(`${site.url}/leads`, {
      form: { ...form, ...more },
      headers: { origin: site.url },
      maxRedirects: 0,
    });
  const html = await (await send({})).text();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  const proof = { submissionId: hidden("submissionId"), ticket: hidden("ticket") };
  await expect.poll(async () => (await send(proof)).status()).toBe(303);
}

test("a lead is found, sent again, marked as won with a value by keyboard, and the change undone", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: site.url })).newPage();
  const name = `ada-${randomUUID().slice(0, 8)}`;
  receiver.answerLeadsWith(410);
  await sendForm(page, `${name}@acme.example`);
  await openConsole(page, "/leads", "Leads");
  const navigation = page.getByRole("navigation", { name: "Screens" });
  await expect(navigation.getByRole("link", { name: /Leads \d+ unread/ })).toBeVisible();

  await test.step("filters are in the URL", async () => {
    await page.getByLabel("Search", { exact: true }).fill(name);
    await page.getByLabel("Delivery").selectOption("failed");
    await expect(page).toHaveURL(new RegExp(`text=${name}`));
    const failed = page.getByText("Webhook failed");
    await expect(async () => {
      await page.reload();
      await expect(failed.or(page.getByText("No matching leads"))).toBeVisible();
      expect(await failed.isVisible()).toBe(true);
    }).toPass();
    await expect(page.getByRole("link", { name: `${name}@acme.example` })).toHaveCount(1);
    expect(await violationsIn(page, "main")).toEqual([]);
  });

  await test.step("opening it marks it as read and explains why there are no visits", async () => {
    await page.getByRole("link", { name: `${name}@acme.example` }).press("Enter");
    await expect(page.getByText("did not consent to analytics")).toBeVisible();
    await expect(page.getByText("Not delivered by Webhook")).toBeVisible();
    receiver.answerLeadsWith(200);
    await page.getByRole("button", { name: "Send again to Webhook" }).click();
    await expect(page.getByText("Delivered by Webhook", { exact: true })).toBeVisible();
  });

  await test.step("status and value change by keyboard", async () => {
    const status = page.getByRole("group", { name: "Status" });
    await status.getByRole("button", { name: "Lost" }).press("Enter");
    await expect(page.getByText("Status changed from New to Lost")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.getByText("Status changed from Lost to New")).toBeVisible();
    // Typing faster than the server saves loses nothing.
    let save: () => void = () => undefined;
    const isTyped = new Promise<void>((resolve) => {
      save = resolve;
    });
    const hold = async (route: Route) => {
      await isTyped;
      await route.continue();
    };
    await page.route("**/console/api/leads/*", hold, { times: 1 });
    await status.getByRole("button", { name: "Won" }).press("Enter");
    const value = page.getByLabel("Value in USD");
    await expect(value).toBeFocused();
    await value.fill("12,00.555");
    await expect(page.getByText("Enter an amount such as")).toBeVisible();
    await value.fill("1,200.50");
    await page.keyboard.press("Enter");
    save();
    await expect(page.getByText("Value set to $1,200.50")).toBeVisible();
    expect(await violationsIn(page, "main")).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.getByText("Value removed")).toBeVisible();
    await page.getByLabel("Value in USD").fill("99");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Value set to $99")).toBeVisible();
  });

  await test.step("notes can be deleted and brought back", async () => {
    await page.getByLabel("Notes").last().fill("Called back.");
    await page.getByRole("button", { name: "Add note" }).press("Enter");
    const notes = page.getByRole("region", { name: "Notes" });
    await expect(notes.getByText("Called back.")).toBeVisible();
    await notes.getByRole("button", { name: /^Delete/ }).press("Enter");
    await expect(notes.getByText("Note deleted.")).toBeVisible();
    await notes.getByRole("button", { name: /^Undo/ }).press("Enter");
    await expect(notes.getByText("Called back.")).toBeVisible();
  });

  await test.step("the list shows it with its previous filters, and the person has a page", async () => {
    await page.getByRole("main").getByRole("link", { name: "Leads", exact: true }).press("Enter");
    await expect(page).toHaveURL(new RegExp(`/leads\\?.*text=${name}`));
    await expect(page.getByRole("row").getByRole("link", { name })).toBeFocused();
    await page.goBack();
    await page.getByRole("link", { name: "All visits and leads" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `${name}@acme.example` })).toBeVisible();
    await expect(page.getByText("$99")).toHaveCount(2);
    expect(await violationsIn(page, "main")).toEqual([]);
    await page.goto(`/console/leads?status=won&text=${name}`);
    await expect(page.getByRole("row", { name: new RegExp(`${name}.*Won.*\\$99`) })).toBeVisible();
  });
  await page.context().close();
});
