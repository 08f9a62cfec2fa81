import { randomUUID } from "node:crypto";
import { ONE_MINUTE } from "@marquee/contract";
import type { LeadResponse, LeadsResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { leadDeliveries, leads } from "../../storage/records/schema.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { errorOf } from "../../testing/errorOf.ts";
import { newLead } from "../../testing/newLead.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";

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

async function add(email: string, given: Partial<typeof leads.$inferInsert> = {}): Promise<string> {
  const [row] = await stores.records.db
    .insert(leads)
    .values({ ...newLead(email), ...given })
    .returning();
  return row?.id ?? "";
}

const fail = (leadId: string) =>
  stores.records.db.insert(leadDeliveries).values([
    {
      leadId,
      destination: "webhook",
      state: "failed",
      attempts: 10,
      error: "Answered 500.",
      attemptedAt: new Date(NOON),
    },
    { leadId, destination: "email", state: "delivered", attempts: 1, attemptedAt: new Date(NOON) },
  ]);
const list = async (query = "") => (await editor.get(`/leads${query}`)).json() as LeadsResponse;
const emailsOf = ({ leads: rows }: LeadsResponse) => rows.map(({ email }) => email);

it("lists leads newest first, spam and failed deliveries on their own", async () => {
  await add("old@trellis.example", { createdAt: new Date(NOON - ONE_MINUTE) });
  const failed = await add("failed@trellis.example", { createdAt: new Date(NOON) });
  await add("spam@trellis.example", { isSpam: true });
  await fail(failed);
  expect(emailsOf(await list())).toEqual(["failed@trellis.example", "old@trellis.example"]);
  expect((await list("?show=failed")).leads).toEqual([
    {
      id: failed,
      kind: "sales",
      name: "",
      email: "failed@trellis.example",
      companySize: null,
      createdAt: NOON,
      deliveries: [
        { destination: "email", state: "delivered" },
        { destination: "webhook", state: "failed" },
      ],
    },
  ]);
  expect(emailsOf(await list("?show=spam"))).toEqual(["spam@trellis.example"]);
  expect((await editor.get("/leads?show=all")).statusCode).toBe(400);
});

it("pages through leads that were sent at the same time", async () => {
  await stores.records.db
    .insert(leads)
    .values(Array.from({ length: 60 }, (_, index) => newLead(`${index}@trellis.example`)));
  const first = await list();
  const second = await list(`?before=${first.next}`);
  expect([first.leads.length, second.leads.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...emailsOf(first), ...emailsOf(second)]).size).toBe(60);
  expect((await editor.get("/leads?before=x")).statusCode).toBe(400);
});

it("shows a lead with its deliveries, and sends a failed one again", async () => {
  const id = await add("ada@trellis.example", { message: "Hello", name: "Ada" });
  await fail(id);
  const shown = (await editor.get(`/leads/${id}`)).json() as LeadResponse;
  expect(shown.lead).toMatchObject({ id, name: "Ada", message: "Hello", isSpam: false });
  expect(shown.deliveries[1]).toEqual({
    destination: "webhook",
    state: "failed",
    attempts: 10,
    attemptedAt: NOON,
    nextAt: null,
    error: "Answered 500.",
  });
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
  for (const wrong of [randomUUID(), "x", "%00"])
    expect((await editor.get(`/leads/${wrong}`)).statusCode).toBe(404);
  const viewer = await startConsole(stores, { role: "viewer" });
  for (const path of ["/leads", `/leads/${id}`])
    expect(errorOf(await viewer.get(path))).toEqual([
      403,
      "Viewers can't see leads. Ask an owner or editor.",
    ]);
  expect((await viewer.post(`/leads/${id}/send-again`, { destination: "webhook" })).statusCode).toBe(403);
  await viewer.app.close();
});
