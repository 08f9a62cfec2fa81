import { randomUUID } from "node:crypto";
import { ONE_SECOND } from "@marquee/contract";
import type { AuditResponse, PersonResponse, PrivacyResponse } from "@marquee/contract/schema";
import { isNull } from "drizzle-orm";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { newLead } from "../../../testing/newLead.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { countRows, drained, type TestStores } from "../../../testing/startTestStores.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { leads } from "../../leads/tables.ts";
import { deletionRequests } from "../tables.ts";
import { privacyRoutes } from "./privacyRoutes.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const EVE = "eve@shop.example";
let stores: TestStores;
let console: TestConsole;
let now = NOON;

const row = (message_id: string, overrides: Partial<EventRow>) =>
  eventRow({ message_id, session_id: NOON, timestamp: NOON, ...overrides });
beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores, { now: () => now });
  const { db } = stores.records;
  await db.insert(leads).values([newLead("Eve@shop.example"), newLead("other@shop.example")]);
  await db
    .insert(consentReceipts)
    .values({
      id: randomUUID(),
      visitorId: "eves-laptop",
      groups: ["C0001", "C0002"],
      textVersion: 1,
      country: "NO",
      decidedAt: new Date(NOON),
      receivedAt: new Date(NOON),
    });
  const many = Array.from({ length: 2100 }, (_, index) =>
    row(`many-${index}`, { anonymous_id: "eves-laptop" }),
  );
  const traits = JSON.stringify({ email: EVE });
  const identify = row("who", { type: "identify", anonymous_id: "eves-laptop", user_id: "eve-7", traits });
  await stores.spool.append([...many, identify, row("other", { anonymous_id: "someone-else" })]);
  await drained(stores);
  const { segment, interaction, monitoring } = recordedRows;
  const { eventStore } = stores;
  await eventStore.insert("replay_segments", [segment("r1", "eves-laptop", 1), segment("r2", "ben", 1)], "r");
  const clicks = [1, 2].map((session) => interaction(`c${session}`, "eves-laptop", session));
  await eventStore.insert("interactions", [...clicks, interaction("c3", "ben", 1)], "c");
  await eventStore.insert(
    "monitoring_events",
    [monitoring("m1", "eves-laptop", "dd"), monitoring("m2", "ben", "dd-2")],
    "m",
  );
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const person = async (id: string) =>
  (await console.get(`/privacy-requests/person?${new URLSearchParams({ id })}`)).json() as PersonResponse;
const audit = async () => (await console.get("/privacy-requests/audit")).json() as AuditResponse;

describe("looking up a person", () => {
  it("counts the data stored under every ID of an email address", async () => {
    expect(await person(` ${EVE.toUpperCase()} `)).toMatchObject({
      names: {
        browsers: [{ id: "eves-laptop", people: 1 }],
        userIds: ["eve-7"],
        emails: [EVE],
        hiddenEmails: 0,
        leadIds: [expect.any(String)],
      },
      sharedBy: [],
      sharedByCount: 0,
      hasTooManyNames: false,
      events: 2101,
      sessions: 1,
      receipts: 1,
      leads: 1,
      recordings: 1,
      interactions: 2,
      monitoring: 1,
      firstSeen: NOON,
      lastSeen: NOON,
      deletion: null,
    });
  });

  it("returns how long events, recordings and records are kept", async () => {
    const answer = (await console.get("/privacy-requests")).json() as PrivacyResponse;
    expect(answer).toEqual({
      erasure: { lastAt: null, waiting: 0, nextAt: null, runningSince: null },
      retentionDays: 760,
      recordedDays: 30,
      recordDays: { leads: null, receipts: null, changes: null },
    });
  });

  it("finds nothing for an unknown person", async () => {
    expect(await person("nobody' OR 1=1 --")).toMatchObject({ events: 0, leads: 0, firstSeen: null });
  });
});

describe("exporting", () => {
  it("exports all data as one document, each event once, and logs who requested it", async () => {
    const answer = await console.post("/privacy-requests/export", { id: EVE });
    expect(answer.headers["content-disposition"]).toContain("attachment");
    const document = answer.json();
    const ids = (document.events as { message_id: string }[]).map(({ message_id }) => message_id);
    expect([ids.length, new Set(ids).size]).toEqual([2101, 2101]);
    expect(document.events.find((event: EventRow) => event.message_id === "who")).toMatchObject({
      traits: { email: EVE },
      received_at: new Date(NOON).toISOString(),
    });
    expect(document.leads).toMatchObject([{ email: "Eve@shop.example" }]);
    expect(document.receipts).toMatchObject([{ visitorId: "eves-laptop", country: "NO" }]);
    expect(document.sessions).toMatchObject([
      { visitorId: "eves-laptop", pageViews: 2100, entry: "/pricing" },
    ]);
    expect((await audit()).entries).toMatchObject([
      { action: "export", actor: "owner@trellis.example", subject: EVE, at: NOON, deletion: null },
    ]);
  });
});

it("stops an export whose session ends", async () => {
  const app = fastify();
  app.decorateRequest("account", null);
  app.addHook("onRequest", async (request) => {
    request.account = { id: "1", email: "owner@trellis.example", role: "owner", areas: null, provenAt: 0 };
  });
  const sessionWatch = {
    watch: (_request: unknown, onEnded: () => void) => {
      setImmediate(onEnded);
      return () => undefined;
    },
  };
  const deletions = { request: async () => undefined };
  const recordDays = { leads: null, receipts: null, changes: null };
  const retention = { retentionDays: null, recordedDays: null, recordDays };
  const { db } = stores.records;
  const erasure = { state: async () => ({ lastAt: null, waiting: 0, nextAt: null, runningSince: null }) };
  await app.register(
    privacyRoutes({ ...stores, db, deletions, erasure, retention, sessionWatch, now: () => now }),
  );
  await expect(
    app.inject({ method: "POST", url: "/privacy-requests/export", payload: { id: "ben" } }),
  ).rejects.toThrow("destroyed");
  await app.close();
});

describe("deleting", () => {
  const remove = (change: object = {}) =>
    console.post("/privacy-requests/deletion", { id: EVE, confirmation: EVE, withLeads: true, ...change });

  it("requires confirmation and rejects viewers", async () => {
    const unconfirmed = await remove({ confirmation: "eve" });
    expect([unconfirmed.statusCode, unconfirmed.json().error.message]).toEqual([
      400,
      "To confirm, type the ID or address exactly as shown above.",
    ]);
    const viewer = await startConsole(stores, { role: "viewer" });
    for (const path of ["/privacy-requests/deletion", "/privacy-requests/export"]) {
      const refused = await viewer.post(path, { id: EVE, confirmation: EVE, withLeads: true });
      expect([refused.statusCode, refused.json().error.message]).toEqual([
        403,
        "Viewers can't change or export anything. Ask an owner or editor.",
      ]);
    }
    for (const path of [`/privacy-requests/person?id=${EVE}`, "/privacy-requests/audit"]) {
      const refused = await viewer.get(path);
      expect([refused.statusCode, refused.json().error.message]).toEqual([
        403,
        "Viewers can't see leads and people. Ask an owner or editor.",
      ]);
    }
    await viewer.app.close();
    console = await startConsole(stores, { role: "editor", now: () => now });
    expect(await stores.records.db.select().from(deletionRequests)).toEqual([]);
  });

  it("deletes all data, including events in the spool, and reports when it completed", async () => {
    now = NOON + ONE_SECOND;
    expect((await remove()).statusCode).toBe(202);
    const left = () => countRows(stores.eventStore, "events", "anonymous_id = 'eves-laptop'");
    await expect.poll(left).toBe(0);
    expect((await person(EVE)).events).toBe(0);
    await stores.spool.append([row("late", { anonymous_id: "eves-laptop" })]);
    await drained(stores);
    await expect.poll(left).toBe(0);
    expect((await audit()).entries[0]).toMatchObject({
      action: "delete",
      subject: EVE,
      deletion: { requestedAt: NOON + ONE_SECOND, completedAt: null },
    });
    now += 20 * ONE_SECOND;
    const open = () => stores.records.db.$count(deletionRequests, isNull(deletionRequests.completedAt));
    await expect.poll(open).toBe(0);
    expect(await person(EVE)).toMatchObject({
      sessions: 0,
      rejectedEvents: 0,
      leads: 0,
      deletion: { completedAt: NOON + 21 * ONE_SECOND },
    });
    expect(await person("someone-else")).toMatchObject({ events: 1, sessions: 1 });
    expect(await stores.records.db.select({ email: leads.email }).from(leads)).toEqual([
      { email: "other@shop.example" },
    ]);
  });
});
