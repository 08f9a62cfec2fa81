import { readFileSync } from "node:fs";
import type { EventSearchResponse } from "@marquee/contract/schema";
import { expect, type Page, test } from "@playwright/test";
import { violationsIn, violationsOf } from "./support/axe.ts";
import { askScreen } from "./support/consoleApi.ts";
import { hydrated } from "./support/hydrated.ts";
import { goToScreen, openConsole } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";
import { PHONE } from "./support/viewports.ts";

const NO_ROWS = "Nothing matches these filters in this date range.";
/** Figures of a single visit of one page: name, value, and the sum of the rows. */
const FIGURES: [name: string, value: string, sum: string | RegExp][] = [
  ["Visitors", "1", "1 visitor in 1 visit"],
  ["Visits", "1", "1 visit"],
  ["Page views", "1", "1 page view in 1 visit"],
  ["Views per visit", "1.0", "1 page view in 1 visit"],
  ["Bounce rate", "100%", "1 of 1 visit with a single page view"],
  ["Visit duration", "s", /^\d+s in 1 visit$/],
  ["Leads", "0", NO_ROWS],
  ["Leads per visitor", "0%", NO_ROWS],
];

const consentDialog = (page: Page) => page.getByRole("dialog", { name: "Can we count your visit?" });

/** A visitor who accepts measurement and reads a page. @returns the anonymous ID of its events. */
async function visit(page: Page, campaign: string): Promise<string> {
  const id = page
    .waitForRequest((request) => request.url().endsWith("/v1/b"))
    .then(
      (request) => (request.postDataJSON() as { batch: { anonymousId: string }[] }).batch[0]?.anonymousId,
    );
  await page.goto(`/sign-up?utm_source=${campaign}`);
  await consentDialog(page).getByRole("button", { name: "Accept" }).click();
  await hydrated(page);
  return (await id) ?? "";
}

/** Waits until the visitor's page view is stored and the console can find it. */
async function waitUntilStored(watcher: Page, visitor: string): Promise<void> {
  const search = { person: visitor, type: "page" };
  const stored = () => askScreen<EventSearchResponse>(watcher.request, "events", search);
  await expect.poll(async () => (await stored()).events.length).toBe(1);
}

test("events appear in Events, live and stored, and in Data quality, until the session ends", async ({
  page,
  browser,
}) => {
  // It waits for the end of a session and several times for stored data.
  test.setTimeout(300_000);
  const watcher = await (await browser.newContext()).newPage();
  const campaign = `narrow-${Date.now()}`;
  let visitor = "";

  await test.step("the Live list is filtered by its URL, including events that wait while it is paused", async () => {
    await openConsole(watcher, `/live?text=${campaign}&type=page`, "Events");
    await expect(watcher.getByLabel("Text")).toHaveValue(campaign);
    await expect(watcher.getByText("Connected")).toBeVisible();
    await watcher.getByRole("button", { name: "Pause" }).click();
    visitor = await visit(page, campaign);
    await watcher.getByRole("button", { name: /[1-9]\d* waiting/ }).click({ timeout: 60_000 });
    await expect(watcher).toHaveURL(/\/events\?.*view=live/);
    await expect(watcher.getByRole("row").filter({ hasText: campaign })).toHaveCount(1);
    await expect(watcher.getByRole("row")).toHaveCount(2);
    await watcher.getByLabel("Text").fill("nothing like this");
    await expect(watcher.getByRole("heading", { name: "No matching events yet" })).toBeVisible();
  });

  await test.step("an event can be found, shows its consent receipt, and links to its visitor", async () => {
    await waitUntilStored(watcher, visitor);
    // As older links have it.
    await watcher.goto(`/console/events?range=today&person=${visitor}&path=/sign-up`);
    await expect(watcher.getByRole("region", { name: "Filters" })).toContainText("Page is /sign-up");
    await watcher.getByRole("button", { name: /^Page view/ }).click();
    await expect(watcher).toHaveURL(/type=page/);
    const rows = watcher.getByRole("row").filter({ hasText: campaign });
    await expect(rows).toHaveCount(1);
    const downloading = watcher.waitForEvent("download");
    await watcher.getByRole("button", { name: "Download CSV" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^events-\d{4}-\d\d-\d\d\.csv$/);

    await rows.getByRole("button", { name: "Viewed /sign-up" }).press("Enter");
    await expect(watcher.getByText(/Necessary \(C0001\), Analytics \(C0002\)/)).toBeVisible();
    await watcher.getByRole("link", { name: "Link to this event" }).click();
    await expect(watcher.getByRole("heading", { level: 1, name: "Viewed /sign-up" })).toBeVisible();
    await watcher.getByText("Technical details").click();
    await expect(watcher.locator("pre").last()).toContainText('"receiptId"');
    expect(await violationsOf(watcher)).toEqual([]);

    await watcher.getByRole("link", { name: "View visitor's data" }).click();
    await expect(watcher.getByRole("heading", { level: 1, name: "Privacy requests" })).toBeVisible();
    await expect(watcher.getByLabel("Anonymous ID, user ID, email address or lead ID")).toHaveValue(visitor);
  });

  await test.step("every figure of the Overview explains its definition and opens matching rows, as do lists and CSV", async () => {
    await openConsole(watcher, `/?range=today&f=is,utm_source,${campaign}`, "Overview");
    for (const [name, value, sum] of FIGURES) {
      const button = watcher.getByRole("button", { name: `About ${name.toLowerCase()}`, exact: true });
      const tile = watcher.getByRole("listitem").filter({ has: button });
      await expect(tile.getByRole("link")).toContainText(value);
      await button.press("Enter");
      const about = watcher.getByRole("dialog", { name: `About ${name.toLowerCase()}`, exact: true });
      await expect(about).toContainText(`UTM source is ${campaign}`);
      if (name === "Visitors")
        expect(await violationsOf(watcher), "The definition is accessible.").toEqual([]);
      await about.getByRole("link", { name: /^See the/ }).press("Enter");
      const rows = watcher.getByRole("dialog", { name, exact: true });
      await expect(rows.getByText(sum, { exact: true })).toBeVisible();
      if (sum !== NO_ROWS) await expect(rows.getByRole("row").filter({ hasText: "/sign-up" })).toHaveCount(1);
      if (name === "Visitors")
        expect(await violationsIn(watcher, "dialog[open]"), "The rows are accessible.").toEqual([]);
      await watcher.keyboard.press("Escape");
      await expect(rows).toBeHidden();
      await expect(button).toBeFocused();
    }
    for (const title of ["Channel", "Page", "Country", "Device"]) {
      const listed = watcher.getByRole("table", { name: title, exact: true }).getByRole("row").nth(1);
      await watcher.getByRole("link", { name: new RegExp(`^(All|More).* ${title}$`) }).click();
      const list = watcher.getByRole("dialog", { name: title, exact: true });
      const row = list.getByRole("row").nth(1);
      const file = watcher.waitForEvent("download");
      await list.getByRole("button", { name: "Download CSV" }).click();
      const [, csv = ""] = readFileSync(await (await file).path(), "utf8")
        .trim()
        .split(/\r?\n/);
      const value = (await row.getByRole("rowheader").innerText()).trim();
      expect(csv.replaceAll('"', ""), "The file has the row.").toMatch(new RegExp(`^(?:\uFEFF)?${value},1,`));
      await watcher.keyboard.press("Escape");
      await expect(list).toBeHidden();
      await expect(listed.getByRole("rowheader")).toHaveText(value);
      await expect(listed.getByRole("cell").first()).toHaveText("1");
    }
  });

  await test.step("a note is a mark on the chart; it is edited, deleted and brought back", async () => {
    const notes = watcher.getByRole("region", { name: "Notes" });
    // The chart also shows other notes.
    const note = notes.getByRole("listitem").filter({ hasText: campaign });
    const text = `<b>TV ad</b> ${campaign}`;
    await notes.getByRole("button", { name: "Add note" }).press("Enter");
    const dialog = watcher.getByRole("dialog", { name: "New note" });
    await dialog.getByLabel("Note", { exact: true }).fill(`TV ad ${campaign}`);
    expect(await violationsIn(watcher, "dialog[open]"), "The editor is accessible.").toEqual([]);
    await dialog.getByRole("button", { name: "Save note" }).click();
    await expect(dialog).toBeHidden();
    await note.getByRole("button", { name: /^Edit/ }).click();
    const editor = watcher.getByRole("dialog", { name: "Edit note" });
    await editor.getByLabel("Note", { exact: true }).fill(text);
    await editor.getByRole("button", { name: "Save note" }).click();
    await expect(note).toContainText(`${text} ${OWNER.email}`);
    await watcher.getByText("Show as a table").click();
    const marks = watcher.getByRole("table", { name: "Values of the chart" });
    await expect(marks).toContainText("<b>TV ad</b>");
    await watcher.locator(".u-over").first().click();
    await expect(dialog.getByLabel("Day")).not.toHaveValue("");
    await watcher.keyboard.press("Escape");
    await marks
      .getByRole("button", { name: /^Add note: / })
      .first()
      .press("Enter");
    await expect(dialog).toBeVisible();
    await watcher.keyboard.press("Escape");
    await note.getByRole("button", { name: /^Delete/ }).click();
    await expect(notes.getByText("Note deleted.")).toBeVisible();
    await expect(note).toHaveCount(0);
    await notes.getByRole("button", { name: "Undo" }).click();
    await expect(note).toContainText(text);
    await note.getByRole("button", { name: /^Delete/ }).click();
    await expect(note).toHaveCount(0);
  });

  await test.step("Data quality shows the waiting events and explains every metric", async () => {
    await goToScreen(watcher, "Data quality");
    await expect(watcher.getByText(/to be moved from the server's disk to the event store/)).toHaveCount(2);
    for (const name of ["Accepted", "Duplicates dropped", "Rejected", "Rate-limited"]) {
      const figure = watcher
        .locator("dl > div")
        .filter({ has: watcher.getByRole("button", { name, exact: true }) });
      const value = figure.locator("dd").first();
      const before = await value.boundingBox();
      await figure.getByRole("button").click();
      await expect(figure.locator("dd").last()).toBeVisible();
      expect((await value.boundingBox())?.y, "The definition opens below its figure.").toBe(before?.y);
    }
  });

  await test.step("a visit of a signed-in browser is counted as excluded, and not stored", async () => {
    const staffPage = await watcher.context().newPage();
    const ownVisitor = await visit(staffPage, `own-${Date.now()}`);
    await staffPage.close();
    await expect(async () => {
      await watcher.reload();
      await expect(watcher.getByRole("row").filter({ hasText: "Signed in to the console" })).toBeVisible();
    }).toPass();
    await watcher.goto("/console/?range=today");
    await expect(watcher.getByText(/of your team/)).toBeVisible();
    const search = { person: ownVisitor };
    expect(await askScreen(watcher.request, "events", search)).toMatchObject({ events: [] });
  });

  await test.step("every screen uses the site's time zone, and a change of it can be undone", async () => {
    await goToScreen(watcher, "Site settings");
    // The same time under another name, because other tests read times meanwhile.
    await watcher.getByLabel("Time zone").fill("Etc/GMT");
    await watcher.getByRole("button", { name: "Save changes" }).click();
    await expect(watcher.getByText("Saved.")).toBeVisible();
    await watcher.goto("/console/?range=today");
    await expect(watcher.getByText("Etc/GMT", { exact: true })).toBeVisible();
    await goToScreen(watcher, "Site settings");
    await watcher
      .getByRole("button", { name: /^Revert/ })
      .first()
      .click();
    await expect(watcher.getByText("Change reverted.")).toBeVisible();
    await expect(watcher.getByLabel("Time zone")).toHaveValue("UTC");
    await goToScreen(watcher, "Data quality");
  });

  await test.step("on a phone the navigation opens from one button, and closes on Escape and after a link", async () => {
    await watcher.setViewportSize(PHONE);
    const menu = watcher.getByRole("button", { name: "Menu" });
    const navigation = watcher.getByRole("navigation", { name: "Screens" });
    await expect(navigation).toBeHidden();
    await menu.focus();
    await watcher.keyboard.press("Enter");
    await expect(menu).toHaveAttribute("aria-expanded", "true");
    const current = navigation.getByRole("link", { name: "Data quality" });
    await expect(current).toHaveAttribute("aria-current", "page");
    await watcher.keyboard.press("Escape");
    await expect(navigation).toBeHidden();
    await expect(menu).toBeFocused();
    await goToScreen(watcher, "Events");
    await expect(navigation).toBeHidden();
    await watcher.getByRole("link", { name: "Live", exact: true }).click();
  });

  await test.step("Live asks to sign in again when the session ends in another tab", async () => {
    await expect(watcher.getByText("Connected")).toBeVisible();
    const { origin } = new URL(watcher.url());
    // Sent like in another tab, with the same cookies.
    const answer = await watcher.request.post("/console/api/sign-out", { headers: { origin }, data: {} });
    expect(answer.ok()).toBe(true);
    await expect(watcher.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(watcher.getByText("Your session ended.")).toBeVisible();
  });
  await watcher.context().close();
});

test("a withdrawal and a request to delete appear, and both are carried out", async ({ page, browser }) => {
  // It takes 30 seconds; several times as long on a busy machine.
  test.slow();
  const withdrawn = await visit(page, `withdrawn-${Date.now()}`);
  const receipt = page.waitForResponse((response) => response.url().endsWith("/consent"));
  await page.getByRole("button", { name: "Cookie settings" }).click();
  await consentDialog(page).getByRole("button", { name: "Reject" }).click();
  // The screen lists receipts once the withdrawal has one.
  await receipt;
  const watcher = await (await browser.newContext()).newPage();
  await openConsole(watcher, `/consent?id=${withdrawn}`, "Consent");
  for (const decision of ["withdrew", "accepted"])
    await expect(watcher.getByRole("row").filter({ hasText: decision })).toHaveCount(1);

  // A deletion begins 20 seconds after its request, so both wait at the same time.
  const other = await (await browser.newContext()).newPage();
  await expectDeletion(other, watcher);

  await goToScreen(watcher, "Privacy requests");
  // It was open before, with a filter.
  await expect(watcher).toHaveURL("/console/privacy-requests");
  await watcher.getByRole("link", { name: /Visitors/ }).click();
  await watcher.getByLabel("Text").fill(withdrawn);
  await expect(watcher).toHaveURL(`/console/privacy-requests?by=visitors&text=${withdrawn}`);
  await expect(watcher.getByRole("link", { name: "Visitors (1)" })).toBeVisible();
  // Afterward, the log no longer contains the ID, but finds the request by the complete ID.
  const entry = watcher.getByRole("row").filter({ hasText: "withdrawal" });
  await expect(entry).toContainText("done", { timeout: 150_000 });
  await watcher.context().close();
});

/** Sends a form like the site's own: with the browser's cookies, which prove its anonymous ID. */
async function sendForm(page: Page, email: string): Promise<void> {
  const form = {
    formId: 1006,
    locale: "en",
    path: "/pricing",
    companySize: "51-200",
    message: "Forty teams.",
  };
  const status = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      return (await fetch("/leads", { method: "POST", headers, body: JSON.stringify(body) })).status;
    },
    { ...form, email, submissionId: crypto.randomUUID() },
  );
  expect(status).toBe(200);
}

/** The data of a visit and of a form sent from it is found by either name, exported and, after typed confirmation, deleted. */
async function expectDeletion(page: Page, watcher: Page): Promise<void> {
  const campaign = `erased-${Date.now()}`;
  const visitor = await visit(page, campaign);
  await waitUntilStored(watcher, visitor);
  const email = `${campaign}@trellis.example`;
  await sendForm(page, email);
  await watcher.goto(`/console/privacy-requests?id=${email}`);
  const stored = watcher.getByRole("region", { name: "Stored data" });
  await expect(stored).toContainText(/First seen/);
  const linked = stored.getByRole("region", { name: "Linked names" });
  await expect(linked).toContainText(`Email addresses (1)${email}`);
  await linked.getByRole("link", { name: visitor }).click();
  await expect(linked).toContainText("Leads (1)");
  await expect(watcher).toHaveURL(`/console/privacy-requests?id=${visitor}`);

  const [file] = await Promise.all([
    watcher.waitForEvent("download"),
    watcher.getByRole("button", { name: "Export as JSON" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const document = JSON.parse(Buffer.concat(chunks).toString()) as {
    events: { anonymous_id: string; utm_source: string }[];
    receipts: unknown[];
    leads: { email: string }[];
  };
  expect(document.events.map(({ anonymous_id }) => anonymous_id)).toContain(visitor);
  expect(document.events.map(({ utm_source }) => utm_source)).toContain(campaign);
  expect(document.receipts).toHaveLength(1);
  expect(document.leads).toMatchObject([{ email }]);

  await watcher.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = watcher.getByRole("dialog", { name: "Delete this person's data" });
  await expect(dialog.getByRole("button", { name: "Delete permanently" })).toBeDisabled();
  await dialog.getByLabel("Delete 1 lead too").check();
  expect(await violationsOf(watcher)).toEqual([]);
  await dialog.getByLabel(`Type ${visitor} to confirm`).fill(visitor);
  // An open page would send further events.
  await page.context().close();
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await expect(stored.getByRole("status")).toContainText("Deleting since");
  await expect(stored.getByRole("status")).toContainText("Deleted", { timeout: 150_000 });
  await expect(stored).toContainText("No events.");
  await expect(stored).toContainText("Not linked to another browser, user ID, email address or lead.");
  // Afterward, the log no longer contains the ID, but finds both requests by the complete ID.
  await watcher.getByLabel("Text").fill(visitor);
  await expect(watcher.getByRole("row").filter({ hasText: /export|deletion/ })).toHaveCount(2);
}
