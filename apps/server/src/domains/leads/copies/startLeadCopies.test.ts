import { randomUUID } from "node:crypto";
import { ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { silent, startStoresOnly } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { createEmailHash } from "../../people/identities/names.ts";
import { forgetLeadVisits } from "../../people/privacy/forgetLeadVisits.ts";
import { queryLeadCounts } from "../../questions/queries/leads/leadCounts.ts";
import { changeLead } from "../changeLead.ts";
import { insertLead, type NewLead } from "../leadStore.ts";
import { leads, removedLeads } from "../tables.ts";
import { type LeadCopies, startLeadCopies } from "./startLeadCopies.ts";

const AT = Date.parse("2026-06-01T12:00:00Z");
const SPAN = { from: AT - ONE_HOUR, to: AT + ONE_HOUR };
const VISIT = {
  visitorId: "visitor-1",
  sessionId: AT - ONE_MINUTE,
  country: "NZ",
  browser: "Firefox",
  os: "Windows",
  device: "desktop",
};
const dataDir = createTemporaryDir();
let stores: Awaited<ReturnType<typeof startStoresOnly>>;
let copies: LeadCopies | undefined;
let now: number;
/** Replaces inserts, for example to simulate an unavailable store. */
let insert: EventStore["insert"];

beforeAll(async () => {
  stores = await startStoresOnly(dataDir);
});
beforeEach(async () => {
  now = AT;
  insert = stores.eventStore.insert;
  await stores.records.db.delete(leads);
  await stores.records.db.delete(removedLeads);
  await stores.eventStore.command("TRUNCATE TABLE leads");
});
afterEach(async () => {
  await copies?.stop();
  copies = undefined;
});
afterAll(async () => {
  await stores.stop();
  removeDir(dataDir);
});

function start(): LeadCopies {
  copies = startLeadCopies({
    db: stores.records.db,
    eventStore: { insert: (...given) => insert(...given), command: stores.eventStore.command },
    site: { current: () => SITE },
    customers: { groupIds: [], domains: ["acme.example"] },
    now: () => now,
    log: silent,
    interval: 20,
  });
  return copies;
}

const SITE: Site = {
  id: "one.example",
  hosts: ["one.example"],
  timeZone: "UTC",
  weekStart: 1,
  excludedAddresses: [],
};

const hashEmail = createEmailHash(() => "key");

function add(overrides: Partial<NewLead> = {}) {
  const lead: NewLead = {
    submissionId: randomUUID(),
    formId: 1006,
    kind: "sales",
    email: "ada@trellis.example",
    companySize: "11-50",
    message: "Call +49 30 901820.",
    name: "Ada",
    locale: "en",
    pagePath: "/contact-sales",
    location: "page",
    attribution: {},
    route: null,
    meetingUrl: null,
    isSpam: false,
    createdAt: new Date(AT),
    ...overrides,
  };
  return insertLead({ db: stores.records.db, hashEmail }, lead, { anonymousId: null, destinations: [] });
}

const rows = (where = "1") =>
  stores.eventStore.query<Record<string, unknown>>(`SELECT * FROM leads FINAL WHERE ${where} ORDER BY id`);
const counted = () =>
  expect.poll(() => queryLeadCounts(stores.eventStore, SPAN), { timeout: 20_000, interval: 20 });
const pending = async () =>
  (await stores.records.db.select().from(leads)).filter(
    ({ copiedVersion, version }) => copiedVersion < version,
  ).length;

it("copies leads without personal data, and their visit only with consent", async () => {
  const { id } = await add({ visit: VISIT, attribution: { utm_source: "google", utm_medium: "cpc" } });
  const { id: unknown } = await add();
  await add({ isSpam: true });
  await add({ visit: { ...VISIT, visitorId: "visitor-2" }, email: "bob@acme.example" });
  start();
  await counted().toEqual({ leads: 3, consentedLeads: 1 });
  expect(await rows(`id = '${id}'`)).toEqual([
    {
      id,
      version: 1,
      site: "one.example",
      timestamp: "2026-06-01 12:00:00.000",
      kind: "sales",
      form: "1006",
      status: "new",
      value: 0,
      has_meeting: 0,
      path: "/contact-sales",
      locale: "en",
      audience: "visitor",
      consented: 1,
      visitor_id: "visitor-1",
      session_id: AT - ONE_MINUTE,
      channel: "paid-search",
      source: "Google",
      utm_source: "google",
      utm_medium: "cpc",
      utm_campaign: "",
      utm_content: "",
      utm_term: "",
      country: "NZ",
      browser: "Firefox",
      os: "Windows",
      device: "desktop",
    },
  ]);
  expect(await rows(`id = '${unknown}'`)).toMatchObject([
    { consented: 0, visitor_id: "", channel: "", country: "" },
  ]);
  // Without IDs, which are random and may contain a name.
  const everything = JSON.stringify((await rows()).map((row) => ({ ...row, id: "" })));
  expect(everything).not.toMatch(/ada|trellis|acme|901820/i);
});

it("copies each lead once, whatever the restarts and the store's responses", async () => {
  await add();
  await add();
  // The first insert is stored, but its response is lost.
  insert = async (...given) => {
    await stores.eventStore.insert(...given);
    insert = stores.eventStore.insert;
    throw new Error("The response was lost.");
  };
  start();
  await expect.poll(pending, { timeout: 20_000, interval: 20 }).toBe(0);
  await copies?.stop();
  await stores.records.db.update(leads).set({ copiedVersion: 0 });
  start();
  await expect.poll(pending, { timeout: 20_000, interval: 20 }).toBe(0);
  expect(await queryLeadCounts(stores.eventStore, SPAN)).toEqual({ leads: 2, consentedLeads: 0 });
});

it("keeps leads while the store is unavailable, and copies what a killed server had claimed once the claim expires", async () => {
  const away = async () => {
    throw new Error("The event store is away.");
  };
  insert = away;
  await add();
  start();
  await add({ copyClaimedUntil: new Date(AT + ONE_MINUTE) });
  insert = stores.eventStore.insert;
  await counted().toEqual({ leads: 1, consentedLeads: 0 });
  now += ONE_MINUTE;
  await counted().toEqual({ leads: 2, consentedLeads: 0 });
});

it("removes a deleted lead, even if it was being copied at that time", async () => {
  const { id } = await add({ visit: VISIT });
  start();
  await counted().toEqual({ leads: 1, consentedLeads: 1 });
  await stores.records.db.delete(leads).where(eq(leads.id, id));
  await counted().toEqual({ leads: 0, consentedLeads: 0 });
  // A copy that started before the deletion arrives late.
  await stores.eventStore.insert(
    "leads",
    [{ id, version: 1, site: "one.example", timestamp: AT, status: "new" }],
    "late",
  );
  await counted().toEqual({ leads: 1, consentedLeads: 0 });
  now = Date.now() + 3 * ONE_MINUTE;
  await counted().toEqual({ leads: 0, consentedLeads: 0 });
  await expect.poll(() => stores.records.db.select().from(removedLeads), { timeout: 20_000 }).toEqual([]);
});

it("forgets the visit of a visitor who withdraws, and keeps counting the lead", async () => {
  await add({ visit: VISIT, attribution: { utm_source: "google" } });
  await add({ visit: { ...VISIT, visitorId: "visitor-2" } });
  start();
  await counted().toEqual({ leads: 2, consentedLeads: 2 });
  await forgetLeadVisits(stores.records.db, ["visitor-1"]);
  await counted().toEqual({ leads: 2, consentedLeads: 1 });
  expect(await rows("visitor_id = 'visitor-1'")).toEqual([]);
  // Copied leads stay unchanged after a failed update.
  expect(
    await stores.records.db.execute(sql`select 1 from leads where visit ->> 'visitorId' = 'visitor-1'`),
  ).toMatchObject({ rows: [] });
});

it("follows status, value and meetings, and keeps them when the visit is deleted", async () => {
  const { id } = await add({ visit: VISIT });
  start();
  await counted().toEqual({ leads: 1, consentedLeads: 1 });
  const change = { id, revision: 1, status: "won", value: 1200.25 } as const;
  await changeLead(stores.records.db, change, { actor: "eve@trellis.example", at: AT });
  const copy = () => rows(`id = '${id}'`);
  const copied = () => expect.poll(copy, { timeout: 20_000, interval: 20 });
  await copied().toMatchObject([{ version: 2, status: "won", value: 1200.25, visitor_id: "visitor-1" }]);
  await forgetLeadVisits(stores.records.db, ["visitor-1"]);
  await copied().toMatchObject([{ version: 3, status: "won", value: 1200.25, visitor_id: "", consented: 0 }]);
});
