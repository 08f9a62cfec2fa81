import { randomUUID } from "node:crypto";
import { ONE_MINUTE } from "@marquee/contract";
import type { JourneyResponse, LeadResponse, LeadsResponse, TeamResponse } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { errorOf } from "../../../testing/errorOf.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { newLead } from "../../../testing/newLead.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { startMailServer } from "../../../testing/startMailServer.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { insertLead } from "../leadStore.ts";
import { leadDeliveries, leadDeliveryAttempts, leads } from "../tables.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
let editor: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  editor = await startConsole(stores, { role: "editor", now: () => NOON });
}, 120_000);
beforeEach(async () => {
  await stores.records.db.delete(leads);
});
afterAll(async () => {
  await editor.app.close();
  await stores.stop();
});

async function add(email: string, overrides: Partial<typeof leads.$inferInsert> = {}): Promise<string> {
  const [row] = await stores.records.db
    .insert(leads)
    .values({ ...newLead(email), ...overrides })
    .returning();
  return row?.id ?? "";
}

async function fail(leadId: string): Promise<void> {
  await stores.records.db.insert(leadDeliveries).values([
    {
      leadId,
      destination: "webhook",
      state: "failed",
      attempts: 10,
      error: "Responded with 500.",
      attemptedAt: new Date(NOON),
    },
    { leadId, destination: "email", state: "delivered", attempts: 1, attemptedAt: new Date(NOON) },
  ]);
  const attempt = { leadId, destination: "webhook" as const };
  await stores.records.db.insert(leadDeliveryAttempts).values([
    { ...attempt, at: new Date(NOON - ONE_MINUTE), error: "Responded with 503." },
    { ...attempt, at: new Date(NOON), error: "Responded with 500." },
    { leadId, destination: "email", at: new Date(NOON), error: null },
  ]);
}
async function ownAccount(): Promise<{ id: string; email: string }> {
  const { members } = (await editor.get("/team")).json() as TeamResponse;
  const account = members.find(({ email }) => email === "owner@trellis.example");
  if (!account) throw new Error("There is an account.");
  return { id: account.id, email: account.email };
}

const list = async (query = "") => (await editor.get(`/leads${query}`)).json() as LeadsResponse;
const emailsOf = ({ leads: rows }: LeadsResponse) => rows.map(({ email }) => email);

it("lists leads newest first, spam and failed deliveries separately", async () => {
  await add("old@trellis.example", { createdAt: new Date(NOON - ONE_MINUTE) });
  const failed = await add("failed@trellis.example", { createdAt: new Date(NOON) });
  await add("spam@trellis.example", { isSpam: true });
  await fail(failed);
  expect(emailsOf(await list())).toEqual(["failed@trellis.example", "old@trellis.example"]);
  expect((await list("?delivery=failed")).leads).toEqual([
    {
      id: failed,
      kind: "sales",
      name: "",
      email: "failed@trellis.example",
      company: "",
      companySize: null,
      status: "new",
      value: null,
      owner: null,
      isUnread: true,
      meetingAt: null,
      firstTouch: null,
      lastTouch: null,
      createdAt: NOON,
      deliveries: [
        { destination: "email", state: "delivered" },
        { destination: "webhook", state: "failed" },
      ],
    },
  ]);
  expect(emailsOf(await list("?show=spam"))).toEqual(["spam@trellis.example"]);
  expect((await editor.get("/leads?show=all")).statusCode).toBe(400);
  // The start of a range is inclusive, its end exclusive.
  expect(emailsOf(await list(`?from=${NOON - ONE_MINUTE}&to=${NOON}`))).toEqual(["old@trellis.example"]);
  expect(emailsOf(await list(`?from=${NOON}`))).toEqual(["failed@trellis.example"]);
  for (const wrong of ["from=-1", "from=soon", "to=1e300"])
    expect((await editor.get(`/leads?${wrong}`)).statusCode, wrong).toBe(400);
});

it("filters by text, status, owner, form and read state", async () => {
  const { id: ownerId } = await ownAccount();
  await add("ada@trellis.example", { name: "Ada_1", company: "Acme 100%", message: "Hello THERE" });
  await add("bob@trellis.example", {
    status: "won",
    value: 10.5,
    ownerId,
    kind: "demo",
    readAt: new Date(NOON),
  });
  const search = async (query: string) => emailsOf(await list(`?${query}`)).map((email) => email.slice(0, 3));
  for (const text of ["ada_1", "ADA@", "100%25", "hello there"])
    expect(await search(`text=${text}`), text).toEqual(["ada"]);
  for (const text of ["%25", "a_a", "'; drop table leads"]) {
    const isPart = text === "%25";
    expect(await search(`text=${encodeURIComponent(isPart ? "%" : text)}`), text).toEqual(
      isPart ? ["ada"] : [],
    );
  }
  expect(await search("status=won")).toEqual(["bob"]);
  expect(await search(`owner=${ownerId}`)).toEqual(["bob"]);
  expect(await search("owner=none&show=unread&kind=sales")).toEqual(["ada"]);
  expect(await search("status=won&kind=sales")).toEqual([]);
  expect((await editor.get("/leads/unread")).json()).toEqual({ unread: 1 });
  for (const wrong of ["status=spam", "owner=x", "kind=fax", "delivery=lost", `text=${"x".repeat(201)}`])
    expect((await editor.get(`/leads?${wrong}`)).statusCode, wrong).toBe(400);
});

it("shows where a visitor came from first and last, with consent", async () => {
  const session = NOON - 90 * ONE_MINUTE;
  const first = {
    visitor_id: "v1",
    anonymous_id: "v1",
    type: "page",
    source: "Google",
    utm_campaign: "spring",
  } as const;
  const at = (timestamp: number) => ({
    timestamp,
    original_timestamp: timestamp,
    received_at: timestamp,
    session_id: timestamp,
  });
  await stores.eventStore.insert(
    "events",
    [
      eventRow({ message_id: "touch 1", ...first, ...at(session) }),
      eventRow({
        message_id: "touch 2",
        ...first,
        source: "Bing",
        utm_campaign: "",
        ...at(NOON - ONE_MINUTE),
      }),
    ],
    "touches",
  );
  const visit = {
    visitorId: "v1",
    sessionId: NOON - ONE_MINUTE,
    country: "",
    browser: "",
    os: "",
    device: "",
  };
  await add("ada@trellis.example", {
    visit,
    attribution: { utm_source: "newsletter", utm_campaign: "june" },
  });
  await add("bob@trellis.example");
  const { leads: rows } = await list();
  const byEmail = new Map(rows.map(({ email, firstTouch, lastTouch }) => [email, { firstTouch, lastTouch }]));
  expect(byEmail.get("ada@trellis.example")).toEqual({
    firstTouch: { source: "Google", campaign: "spring" },
    lastTouch: { source: expect.stringMatching(/newsletter/i), campaign: "june" },
  });
  expect(byEmail.get("bob@trellis.example")).toEqual({ firstTouch: null, lastTouch: null });
});

it("changes status, value and owner with a history, which others can't overwrite without a conflict", async () => {
  const id = await add("ada@trellis.example");
  const account = await ownAccount();
  const put = (body: object) => editor.put(`/leads/${id}`, body);
  const won = (await put({ revision: 1, status: "won", value: 1200.25 })).json() as LeadResponse;
  expect(won.lead).toMatchObject({
    status: "won",
    value: 1200.25,
    owner: null,
    isUnread: false,
    revision: 2,
  });
  expect(errorOf(await put({ revision: 1, status: "lost" }))[0]).toBe(409);
  const owned = (await put({ revision: 2, owner: account.id })).json() as LeadResponse;
  expect(owned.lead.owner).toEqual(account);
  const back = (await put({ revision: 3, status: "new", value: null, owner: null })).json() as LeadResponse;
  expect(back.lead).toMatchObject({ status: "new", value: null, owner: null, revision: 4 });
  const history = back.entries.map(({ kind, before, after, by }) => [kind, before, after, by]);
  expect(history).toHaveLength(6);
  expect(history).toEqual(
    expect.arrayContaining([
      ["owner", null, account.email, account.email],
      ["owner", account.email, null, account.email],
      ["status", "new", "won", account.email],
      ["status", "won", "new", account.email],
      ["value", "1200.25", null, account.email],
      ["value", null, "1200.25", account.email],
    ]),
  );
  for (const wrong of [
    { revision: 4, value: 1.005 },
    { revision: 4, value: -1 },
    { revision: 4, value: 1e12 },
    { revision: 4, status: "spam" },
    { revision: 4, owner: randomUUID() },
    { revision: 4, owner: "x" },
    { revision: 4, isSpam: true },
  ])
    expect((await put(wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
  expect((await editor.put(`/leads/${randomUUID()}`, { revision: 1 })).statusCode).toBe(404);
  // Nothing changed, so nothing is recorded.
  expect(((await put({ revision: 4, status: "new" })).json() as LeadResponse).lead.revision).toBe(4);
});

it("keeps notes, deletes and restores them, and marks leads as read", async () => {
  const [id, other] = [await add("ada@trellis.example"), await add("bob@trellis.example")];
  const noted = (await editor.post(`/leads/${id}/notes`, { text: " Called. " })).json() as LeadResponse;
  const [note] = noted.entries;
  expect(note).toMatchObject({ kind: "note", before: null, after: "Called.", at: NOON, isDeleted: false });
  const remove = (lead: string, isDeleted: boolean) =>
    editor.put(`/leads/${lead}/notes/${note?.id}`, { isDeleted });
  expect(((await remove(id, true)).json() as LeadResponse).entries[0]?.isDeleted).toBe(true);
  expect(((await remove(id, false)).json() as LeadResponse).entries[0]?.isDeleted).toBe(false);
  expect((await remove(other, true)).statusCode).toBe(404);
  expect((await editor.put(`/leads/${id}/notes/x`, { isDeleted: true })).statusCode).toBe(404);
  for (const text of ["", "  ", "x".repeat(4001)])
    expect((await editor.post(`/leads/${id}/notes`, { text })).statusCode).toBe(400);
  await editor.put(`/leads/${id}/read`, { isRead: true });
  expect(emailsOf(await list("?show=unread"))).toEqual(["bob@trellis.example"]);
  await editor.put(`/leads/${id}/read`, { isRead: false });
  expect((await list("?show=unread")).leads).toHaveLength(2);
});

it("tells a new owner by email, without the lead's personal data", async () => {
  const mail = await startMailServer();
  const setRole = (role: "owner" | "editor") =>
    stores.records.db.update(accounts).set({ role }).where(eq(accounts.email, "owner@trellis.example"));
  await setRole("owner");
  await editor.put("/connections/smtp", { revision: 0, definition: mail.settings, secrets: {} });
  await setRole("editor");
  await stores.records.db
    .insert(accounts)
    .values({ email: "eve@trellis.example", passwordHash: "x", role: "editor" });
  const [eve] = await stores.records.db
    .select()
    .from(accounts)
    .where(eq(accounts.email, "eve@trellis.example"));
  const id = await add("ada@acme.example", { name: "Ada Lovelace", message: "Our secret plan" });
  const answer = await editor.put(`/leads/${id}`, { revision: 1, owner: eve?.id });
  expect((answer.json() as LeadResponse).isEmailConnected).toBe(true);
  // Owners also get an email about the connection.
  const toEve = () => mail.received.filter(({ to }) => to.includes("eve@trellis.example"));
  await expect.poll(() => toEve().length, { timeout: 20_000, interval: 20 }).toBe(1);
  const source = toEve()[0]?.source ?? "";
  expect(source).toContain(`/console/leads/${id}`);
  expect(source).not.toMatch(/lovelace|ada@|secret plan/i);
  await mail.stop();
});

it("shows the journey of a lead's visitor, but nothing of others", async () => {
  const at = NOON - 10 * ONE_MINUTE;
  const visit = (visitor: string, message: string, overrides: object = {}) =>
    eventRow({
      message_id: message,
      visitor_id: visitor,
      anonymous_id: visitor,
      session_id: at,
      type: "page",
      timestamp: at,
      original_timestamp: at,
      received_at: at,
      path: "/pricing",
      ...overrides,
    });
  const sent = { type: "track", event: "Form Sent", properties: JSON.stringify({ form: "sales" }) };
  await stores.eventStore.insert(
    "events",
    [
      visit("walker", "walk 1", { utm_campaign: "spring", source: "Google", variations: ["hero:1:b"] }),
      visit("walker", "walk 2", { ...sent, timestamp: at + ONE_MINUTE }),
      visit("stranger", "walk 3"),
    ],
    "walks",
  );
  const { db } = stores.records;
  const hashEmail = stores.identities.hashEmail;
  const lead = await insertLead({ db, hashEmail }, newLead("walker@acme.example"), {
    anonymousId: "walker",
    destinations: [],
  });
  const { visits } = (await editor.get(`/leads/${lead.id}/journey`)).json() as JourneyResponse;
  expect(visits).toMatchObject([
    {
      visitorId: "walker",
      campaign: "spring",
      variations: ["hero:1:b"],
      replay: null,
      steps: [
        { kind: "page", text: "/pricing", at },
        { kind: "form", text: "Form Sent", detail: "sales", at: at + ONE_MINUTE },
      ],
    },
  ]);
  const unknown = await add("bob@acme.example");
  expect((await editor.get(`/leads/${unknown}/journey`)).json()).toEqual({ visits: [], hasMore: false });
});

it("pages through leads submitted at the same time", async () => {
  await stores.records.db
    .insert(leads)
    .values(Array.from({ length: 60 }, (_, index) => newLead(`${index}@trellis.example`)));
  const first = await list();
  const second = await list(`?before=${first.next}`);
  expect([first.leads.length, second.leads.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...emailsOf(first), ...emailsOf(second)]).size).toBe(60);
  expect((await editor.get("/leads?before=x")).statusCode).toBe(400);
});

it("shows a lead with its deliveries, and retries a failed one", async () => {
  const id = await add("ada@trellis.example", { message: "Hello", name: "Ada" });
  await fail(id);
  const response = (await editor.get(`/leads/${id}`)).json() as LeadResponse;
  expect(response.lead).toMatchObject({ id, name: "Ada", message: "Hello", isSpam: false });
  expect(response.deliveries[1]).toEqual({
    destination: "webhook",
    state: "failed",
    attempts: 10,
    attemptedAt: NOON,
    nextAt: null,
    error: "Responded with 500.",
  });
  expect(response.attempts).toEqual([
    { destination: "email", at: NOON, error: null },
    { destination: "webhook", at: NOON, error: "Responded with 500." },
    { destination: "webhook", at: NOON - ONE_MINUTE, error: "Responded with 503." },
  ]);
  const again = await editor.post(`/leads/${id}/send-again`, { destination: "webhook" });
  expect((again.json() as LeadResponse).deliveries[1]).toMatchObject({
    state: "pending",
    attempts: 0,
    nextAt: NOON,
  });
  expect(errorOf(await editor.post(`/leads/${id}/send-again`, { destination: "webhook" }))[0]).toBe(409);
  expect(errorOf(await editor.post(`/leads/${id}/send-again`, { destination: "slack" }))[0]).toBe(404);
  expect((await editor.post(`/leads/${id}/send-again`, { destination: "fax" })).statusCode).toBe(400);
});

it("does not find leads that do not exist, and is closed to viewers", async () => {
  const id = await add("ada@trellis.example");
  for (const wrong of [randomUUID(), "x"]) expect((await editor.get(`/leads/${wrong}`)).statusCode).toBe(404);
  const viewer = await startConsole(stores, { role: "viewer" });
  for (const path of ["/leads", `/leads/${id}`, `/leads/${id}/journey`])
    expect(errorOf(await viewer.get(path))).toEqual([
      403,
      "Viewers can't see leads and people. Ask an owner or editor.",
    ]);
  for (const [path, body] of [
    [`/leads/${id}`, { revision: 1, status: "won" }],
    [`/leads/${id}/read`, { isRead: true }],
    [`/leads/${id}/notes/${id}`, { isDeleted: true }],
  ] as const)
    expect((await viewer.put(path, body)).statusCode).toBe(403);
  expect((await viewer.post(`/leads/${id}/notes`, { text: "x" })).statusCode).toBe(403);
  expect((await viewer.get("/leads/unread")).json()).toEqual({ unread: 1 });
  expect((await viewer.post(`/leads/${id}/send-again`, { destination: "webhook" })).statusCode).toBe(403);
  await viewer.app.close();
});
