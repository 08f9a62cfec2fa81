import { createHmac } from "node:crypto";
import { ONE_DAY, ONE_MINUTE, type QueryResponse, SESSION_COOKIE } from "@marquee/contract";
import type {
  AttributionResponse,
  CampaignLink,
  EventSearchResponse,
  JourneyResponse,
  LeadResponse,
  LeadsResponse,
  SessionResponse,
} from "@marquee/contract/schema";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { type Receiver, startReceiver } from "./support/receiver.ts";
import { connectOnly, testWithTools as test } from "./support/sharedSites.ts";
import type { StartedSite } from "./support/startSite.ts";

const SECRET = "the CRM and the scheduler know it";
const EMAIL = "grace@hopper.example";
const LINK = { source: "linkedin", medium: "paid-social", campaign: "spring-teams", content: "", term: "" };

let site: StartedSite;
let receiver: Receiver;
let api: ConsoleApi;

test.beforeAll(async ({ site: shared }) => {
  site = shared;
  receiver = await startReceiver();
  await connectOnly(site, {
    "lead-webhook": { settings: { url: `${receiver.url}/leads` }, secrets: { secret: SECRET } },
    "lead-updates": { settings: {}, secrets: { secret: SECRET } },
  });
  api = await signInToApi(site);
});
test.afterAll(async () => {
  await api?.dispose();
  await receiver?.stop();
});

test("one line from an ad to a won lead, with webhooks that fail, repeat and overtake each other", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: site.url })).newPage();
  const visitor = await browser.newContext({ baseURL: site.url });
  await grantConsentBefore(visitor, site.url);

  await test.step("a visit by a campaign link, and a direct one with a form", async () => {
    const { definition: link } = await api.post<CampaignLink>("/campaign-links", {
      definition: { ...LINK, destination: "/pricing", isDeleted: false },
    });
    const { source, medium, campaign } = link;
    const search = new URLSearchParams({ utm_source: source, utm_medium: medium, utm_campaign: campaign });
    await visit(visitor, `${link.destination}?${search}`, async () => undefined);
    await expect.poll(async () => (await pageViews(visitor)).length).toBe(1);
    // The next visit is half an hour later.
    await visitor.clearCookies({ name: SESSION_COOKIE });
    receiver.answerLeadsWith(410);
    await visit(visitor, "/contact-sales", sendForm);
    await expect.poll(async () => (await pageViews(visitor)).length).toBe(2);
  });

  const id = await leadId();
  await test.step("a delivery fails, and is sent again", async () => {
    await expect.poll(() => deliveryStates(id)).toEqual(["failed"]);
    receiver.answerLeadsWith(200);
    await openConsole(page, `/leads/${id}`, EMAIL);
    await page.getByRole("button", { name: "Send again to Webhook" }).click();
    await expect(page.getByText("Delivered by Webhook", { exact: true })).toBeVisible();
    const received = receiver.requests.filter(({ path }) => path === "/leads");
    expect(received.map(({ body }) => JSON.parse(body).id)).toEqual([id, id]);
  });

  const moved = new Date(Date.now() + 3 * ONE_DAY).toISOString();
  await test.step("the scheduler confirms a meeting: repeated, in another order, and once forged", async () => {
    const { submissionId } = JSON.parse(receiver.requests.at(-1)?.body ?? "{}");
    const attendees = [{ email: EMAIL }];
    const metadata = submissionId ? { lead: submissionId } : {};
    const startTime = new Date(Date.now() + 2 * ONE_DAY).toISOString();
    const created = { uid: "first", startTime, attendees, metadata };
    const rescheduled = { ...created, uid: "second", rescheduleUid: "first", startTime: moved };
    const sent = Date.now();
    expect(await fromCal("BOOKING_CREATED", sent, { ...created, uid: "forged" }, "another secret")).toBe(401);
    const statuses = [
      await fromCal("BOOKING_RESCHEDULED", sent, rescheduled),
      await fromCal("BOOKING_CREATED", sent - ONE_MINUTE, created),
      await fromCal("BOOKING_CREATED", sent - ONE_MINUTE, created),
      await fromCal("BOOKING_RESCHEDULED", sent, rescheduled),
    ];
    expect(statuses).toEqual([200, 200, 200, 200]);
    const { meetings } = await lead(id);
    expect(meetings.filter(({ isCanceled }) => !isCanceled)).toEqual([
      { id: "second", startsAt: Date.parse(moved), isCanceled: false },
    ]);
  });

  await test.step("the CRM reports the lead as won: repeated, and older news after it", async () => {
    const at = Date.now();
    const won = { occurredAt: iso(at), lead: { id }, status: "won", value: 4800 };
    const qualified = { occurredAt: iso(at - ONE_MINUTE), lead: { id }, status: "qualified", value: 100 };
    expect(await fromCrm(won, "another secret")).toEqual([401, undefined]);
    expect([await fromCrm(won), await fromCrm(won), await fromCrm(qualified)]).toEqual([
      [200, "applied"],
      [200, "unchanged"],
      [200, "unchanged"],
    ]);
    expect((await lead(id)).lead).toMatchObject({ status: "won", value: 4800 });
  });

  await test.step("the timeline shows the whole line, each part once", async () => {
    const { visits } = await api.get<JourneyResponse>(`/leads/${id}/journey`);
    expect(visits.map(({ campaign, entryPage, views }) => [campaign, entryPage, views])).toEqual([
      ["", "/contact-sales", 1],
      [LINK.campaign, "/pricing", 1],
    ]);
    const events = visits.flatMap(({ steps }) => steps.map(({ text }) => text));
    expect(events.filter((text) => ["Form Started", "Form Sent"].includes(text))).toEqual([
      "Form Started",
      "Form Sent",
    ]);
    await page.reload();
    for (const part of [
      `Visit from LinkedIn with the campaign ${LINK.campaign}`,
      "Visit from (direct)",
      "Sent the sales form",
      /^Not delivered by Webhook/,
      /^Delivered by Webhook/,
      "Meeting booked for",
      "Status changed from New to Won",
      "Value set to $4,800",
    ])
      await expect(page.getByRole("listitem").filter({ hasText: part })).toHaveCount(1);
  });

  await test.step("Attribution credits the campaign, and every model sums to the won value", async () => {
    const { site: measured } = await api.get<SessionResponse>("/session");
    // Includes midnight.
    const date_range = [-ONE_DAY, ONE_DAY].map((offset) => iso(Date.now() + offset).slice(0, 10));
    const scope = { site_id: measured?.id ?? "", date_range };
    const figures = async () => {
      const metrics = ["leads", "meetings", "won_leads", "won_value", "visits", "pageviews"];
      return (await api.post<QueryResponse>("/query", { ...scope, metrics })).results[0]?.metrics;
    };
    await expect.poll(figures).toEqual([1, 1, 1, 4800, 2, 2]);
    const question = { outcome: "won_value", dimension: "visit:utm_campaign" };
    const options = { lookBackDays: 30, halfLifeDays: 7, skipsDirect: false };
    const { total, rows } = await api.post<AttributionResponse>("/query/attribution", {
      ...scope,
      ...question,
      ...options,
    });
    expect(total).toBe(4800);
    const credits = (value: string) => rows.find((row) => row.value === value)?.credits ?? [];
    // First, last, linear, position; time decay of visits minutes apart is all but linear.
    expect(credits(LINK.campaign).slice(0, 4)).toEqual([4800, 0, 2400, 2400]);
    expect(credits("(not set)").slice(0, 4)).toEqual([0, 4800, 2400, 2400]);
    for (const [model] of credits(LINK.campaign).entries())
      expect(rows.reduce((sum, row) => sum + (row.credits[model] ?? 0), 0)).toBeCloseTo(total, 3);
    await page.goto("/console/attribution?range=30d-today&by=utm_campaign&count=won_value");
    const row = page.getByRole("row").filter({ hasText: LINK.campaign });
    await expect(row.getByRole("cell").first()).toContainText("$4,800");
  });
  await visitor.close();
  await page.context().close();
});

const iso = (at: number) => new Date(at).toISOString();

/** A visit to one page in a separate tab. */
async function visit(
  context: BrowserContext,
  path: string,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const tab = await context.newPage();
  const sent = tab.waitForResponse("**/v1/b");
  await tab.goto(path);
  await hydrated(tab);
  await act(tab);
  await sent;
  await tab.close({ runBeforeUnload: true });
}

async function sendForm(tab: Page): Promise<void> {
  await tab.getByRole("textbox", { name: "Work email" }).fill(EMAIL);
  await tab.getByRole("combobox", { name: "Company size" }).selectOption("51-200");
  // As slowly as a person: forms that are sent within three seconds look like spam.
  const message = tab.getByRole("textbox", { name: "How can we help?" });
  await message.pressSequentially("Forty teams on three tools.", { delay: 130 });
  await tab.getByRole("main").getByRole("button", { name: "Send to sales" }).click();
  await expect(tab.getByRole("heading", { name: "Thanks, we got your message" })).toBeVisible();
}

async function pageViews(context: BrowserContext) {
  const person = (await context.cookies()).find(({ name }) => name === "ajs_anonymous_id")?.value ?? "nobody";
  const { events } = await api.ask<EventSearchResponse>("events", { person });
  return events.filter(({ type }) => type === "page");
}

async function leadId(): Promise<string> {
  const find = async () =>
    (await api.get<LeadsResponse>("/leads")).leads.filter(({ email }) => email === EMAIL);
  await expect.poll(async () => (await find()).length).toBe(1);
  return (await find())[0]?.id ?? "";
}

const lead = (id: string) => api.get<LeadResponse>(`/leads/${id}`);
const deliveryStates = async (id: string) => (await lead(id)).deliveries.map(({ state }) => state);

/** A message as Cal.com sends it. @returns the status of the answer. */
async function fromCal(triggerEvent: string, createdAt: number, payload: object, secret = SECRET) {
  const body = JSON.stringify({ triggerEvent, createdAt: iso(createdAt), payload });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return (await sendHook(body, { "x-cal-signature-256": signature })).status;
}

/** A report as a CRM sends it. @returns status and outcome of the answer. */
async function fromCrm(report: object, secret = SECRET): Promise<[status: number, outcome: unknown]> {
  const body = JSON.stringify(report);
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const answer = await sendHook(body, { "marquee-signature": `t=${seconds},v1=${signature}` });
  return [answer.status, ((await answer.json()) as { outcome?: unknown }).outcome];
}

const sendHook = (body: string, headers: Record<string, string>) =>
  fetch(`${site.url}/hooks/leads`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
