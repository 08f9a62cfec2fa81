import { createHmac, randomUUID } from "node:crypto";
import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRateLimit } from "../../../platform/http/rateLimit.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { newLead } from "../../../testing/newLead.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import type { LeadRow } from "../leadStore.ts";
import { leadEntries, leadMeetings, leads } from "../tables.ts";
import { signBody } from "../webhookSignature.ts";
import { updateRoutes } from "./updateRoutes.ts";

const AT = Date.UTC(2026, 5, 1, 12);
const SECRET = "a secret of the CRM";
let stores: TestStores;
let app: FastifyInstance;
let now = AT;
let isConnected = true;
let results: (string | null)[] = [];
let changes = 0;

beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
beforeEach(async () => {
  [now, isConnected, results, changes] = [AT, true, [], 0];
  await stores.records.db.delete(leads);
  await app?.close();
  app = fastify();
  await app.register(
    updateRoutes({
      db: stores.records.db,
      connections: {
        // Safe cast: the routes read only the secret.
        read: (() => (isConnected ? { secrets: { secret: SECRET } } : null)) as never,
        recordResult: async (_kind, error) => void results.push(error),
      },
      limit: createRateLimit({ now: () => now, most: 5 }),
      onChanged: () => {
        changes += 1;
      },
      now: () => now,
    }),
  );
});
afterAll(async () => {
  await app.close();
  await stores.stop();
});

async function add(overrides: Partial<typeof leads.$inferInsert> = {}): Promise<LeadRow> {
  const [row] = await stores.records.db
    .insert(leads)
    .values({ ...newLead("ada@acme.example"), createdAt: new Date(AT - ONE_HOUR), ...overrides })
    .returning();
  if (!row) throw new Error("It was stored.");
  return row;
}
const post = (body: string, headers: Record<string, string>) =>
  app.inject({
    method: "POST",
    url: "/hooks/leads",
    headers: { "content-type": "application/json", ...headers },
    payload: body,
  });
const send = async (body: object, secret = SECRET) => {
  const text = JSON.stringify(body);
  return post(text, { "marquee-signature": signBody(text, secret, now) });
};
const outcomeOf = async (body: object) => (await send(body)).json().outcome;
const at = (time: number) => new Date(time).toISOString();
const read = async (id: string) => {
  const { db } = stores.records;
  const [lead] = await db.select().from(leads).where(eq(leads.id, id));
  const entries = await db.select().from(leadEntries).where(eq(leadEntries.leadId, id));
  return { lead, entries: entries.map(({ kind, before, after }) => [kind, before, after]) };
};

describe("an update", () => {
  it("changes status and value once, with a history, and lets the copy follow", async () => {
    const { id } = await add();
    const won = { occurredAt: at(AT), lead: { id }, status: "won", value: 4800.5 };
    expect(await outcomeOf(won)).toBe("applied");
    expect(await outcomeOf(won)).toBe("unchanged");
    const { lead, entries } = await read(id);
    expect(lead).toMatchObject({ status: "won", value: 4800.5, version: 2, readAt: null });
    expect(entries).toEqual([
      ["status", "new", "won"],
      ["value", null, "4800.5"],
    ]);
    expect([changes, results]).toEqual([1, [null, null]]);
  });

  it("that is older than the stored data changes nothing", async () => {
    const { id } = await add();
    await send({ occurredAt: at(AT), lead: { id }, status: "won" });
    expect(await outcomeOf({ occurredAt: at(AT - ONE_MINUTE), lead: { id }, status: "contacted" })).toBe(
      "unchanged",
    );
    expect((await read(id)).lead?.status).toBe("won");
  });

  it("finds a lead by its form, and by the latest address that is not spam", async () => {
    const old = await add({ createdAt: new Date(AT - ONE_DAY) });
    const latest = await add();
    await add({ isSpam: true, createdAt: new Date(AT) });
    await add({ email: "old@acme.example", createdAt: new Date(AT - 91 * ONE_DAY) });
    const qualified = { occurredAt: at(AT), status: "qualified" };
    await send({ ...qualified, lead: { submissionId: old.submissionId.toUpperCase() } });
    await send({ ...qualified, lead: { email: "ADA@acme.example" } });
    expect([(await read(old.id)).lead?.status, (await read(latest.id)).lead?.status]).toEqual([
      "qualified",
      "qualified",
    ]);
    for (const lead of [{ id: randomUUID(), email: "ada@acme.example" }, { email: "old@acme.example" }])
      expect((await send({ ...qualified, lead })).statusCode).toBe(404);
    expect(results.at(-1)).toContain("No lead");
  });

  it.each([
    {},
    { occurredAt: at(AT), lead: {}, status: "won" },
    { occurredAt: at(AT), lead: { email: "a@b.example" } },
    { occurredAt: "yesterday", lead: { email: "a@b.example" }, status: "won" },
    { occurredAt: "2026-02-31T99:00:00Z", lead: { email: "a@b.example" }, status: "won" },
    { occurredAt: at(AT), lead: { id: "x' or 1=1" }, status: "won" },
    { occurredAt: at(AT), lead: { email: "a@b.example" }, status: "spam" },
    { occurredAt: at(AT), lead: { email: "a@b.example" }, value: 1.005 },
    { occurredAt: at(AT), lead: { email: "a@b.example" }, value: -1 },
    { occurredAt: at(AT + ONE_HOUR), lead: { email: "a@b.example" }, status: "won" },
  ])("%j is rejected with a reason", async (body) => {
    const answer = await send(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toMatch(/\w{4}/);
  });
});

it("a text that can't be stored is rejected with the field's name, which shows at the connection", async () => {
  const { id } = await add();
  const lost = { occurredAt: at(AT), lead: { id }, status: "lost" };
  const answer = await send({ ...lost, meeting: { id: "a\u0000b", startsAt: at(AT), status: "booked" } });
  const message = "The body's /meeting/id contains U+0000, which can't be stored. Remove it.";
  expect([answer.statusCode, answer.json().error.message, results]).toEqual([400, message, [message]]);
  expect((await send({ ...lost, reason: "half \ud83d" })).json().error.message).toContain("/reason");
  expect((await read(id)).lead?.status).toBe("new");
});

describe("unsigned requests", () => {
  it("get the same response whatever they guess, and are soon rate-limited", async () => {
    const { id } = await add();
    const body = JSON.stringify({ occurredAt: at(AT), lead: { id }, status: "won" });
    const good = signBody(body, SECRET, AT);
    const late = signBody(body, SECRET, AT - 6 * ONE_MINUTE);
    const tries: Record<string, string>[] = [
      {},
      { "marquee-signature": late },
      { "marquee-signature": good.replace(/v1=./, (part) => (part === "v1=0" ? "v1=1" : "v1=0")) },
      { "x-cal-signature-256": "0".repeat(64) },
      { "marquee-signature": signBody(body, "another secret 123", AT) },
    ];
    const answers = [];
    for (const headers of tries) answers.push(await post(body, headers));
    expect(new Set(answers.map(({ statusCode, body: said }) => `${statusCode} ${said}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(401);
    const limited = await post(body, { "marquee-signature": good });
    expect([limited.statusCode, Number(limited.headers["retry-after"]) > 0]).toEqual([429, true]);
    now += 10 * ONE_MINUTE + ONE_SECOND;
    isConnected = false;
    expect((await post(body, { "marquee-signature": signBody(body, "", now) })).statusCode).toBe(401);
    expect((await read(id)).lead?.status).toBe("new");
    expect(results).toEqual([]);
  });

  it("can't change a signed body, or send a large one", async () => {
    const body = JSON.stringify({ occurredAt: at(AT), lead: { id: randomUUID() }, status: "won" });
    const headers = { "marquee-signature": signBody(body, SECRET, AT) };
    expect((await post(body.replace("won", "lost"), headers)).statusCode).toBe(401);
    expect((await post("x".repeat(70_000), headers)).statusCode).toBe(413);
  });
});

/** A message of Cal.com, signed as it signs. */
function sendCal(triggerEvent: string, createdAt: number, payload: object) {
  const body = JSON.stringify({ triggerEvent, createdAt: at(createdAt), payload });
  return post(body, { "x-cal-signature-256": createHmac("sha256", SECRET).update(body).digest("hex") });
}

describe("meetings of Cal.com", () => {
  const start = AT + 2 * ONE_DAY;
  const attendees = [{ email: "someone.else@acme.example", name: "Ada" }];

  it("belong to the form that they were booked from, and can be moved and canceled", async () => {
    const { id, submissionId } = await add();
    const metadata = { lead: submissionId };
    const booked = { uid: "one", startTime: at(start), attendees, metadata };
    expect((await sendCal("BOOKING_CREATED", AT, booked)).json()).toEqual({ outcome: "applied" });
    expect((await read(id)).lead).toMatchObject({ meetingAt: new Date(start), version: 2 });
    const moved = { ...booked, uid: "two", rescheduleUid: "one", startTime: at(start + ONE_HOUR) };
    await sendCal("BOOKING_RESCHEDULED", AT + ONE_MINUTE, moved);
    expect((await read(id)).lead?.meetingAt).toEqual(new Date(start + ONE_HOUR));
    await sendCal("BOOKING_CANCELLED", AT + 2 * ONE_MINUTE, moved);
    const { lead, entries } = await read(id);
    expect(lead?.meetingAt).toBeNull();
    expect(entries.filter(([, , after]) => after === "canceled")).toHaveLength(2);
  });

  it("are found by address without their form, and other messages are ignored", async () => {
    const { id } = await add({ email: "someone.else@acme.example" });
    const payload = { uid: "one", startTime: at(start), attendees, metadata: {} };
    expect((await sendCal("BOOKING_REQUESTED", AT, payload)).json()).toEqual({ outcome: "ignored" });
    expect((await sendCal("PING", AT, {})).json()).toEqual({ outcome: "ignored" });
    expect((await sendCal("BOOKING_CREATED", AT, { uid: "one" })).statusCode).toBe(400);
    await sendCal("BOOKING_CREATED", AT, payload);
    expect((await read(id)).lead?.meetingAt).toEqual(new Date(start));
  });

  it("may contain unstorable texts of visitors, because those are not stored", async () => {
    const { id } = await add();
    const typed = {
      uid: "one",
      startTime: at(start),
      attendees: [{ email: "ada@acme.example", name: "\ud83d" }],
    };
    expect((await sendCal("BOOKING_CREATED", AT, typed)).json()).toEqual({ outcome: "applied" });
    expect((await read(id)).lead?.meetingAt).toEqual(new Date(start));
    const wrong = await sendCal("BOOKING_CREATED", AT, { ...typed, uid: "\0" });
    expect([wrong.statusCode, wrong.json().error.message]).toEqual([
      400,
      "The booking's /meetings/0/id contains U+0000, which can't be stored. Remove it.",
    ]);
  });
});

it("converges, however often and in whatever order a CRM and a scheduler report", async () => {
  const first = { occurredAt: at(AT - 5 * ONE_MINUTE) };
  const day = (days: number) => at(AT + days * ONE_DAY);
  const story = (id: string) => [
    { ...first, lead: { id }, meeting: { id: "m1", startsAt: day(1), status: "booked" } },
    {
      occurredAt: at(AT - 4 * ONE_MINUTE),
      lead: { id },
      meeting: { id: "m1", startsAt: day(2), status: "booked" },
    },
    {
      occurredAt: at(AT - 3 * ONE_MINUTE),
      lead: { id },
      meeting: { id: "m1", startsAt: day(2), status: "canceled" },
    },
    {
      occurredAt: at(AT - 2 * ONE_MINUTE),
      lead: { id },
      meeting: { id: "m2", startsAt: day(3), status: "booked" },
    },
    { occurredAt: at(AT - 90_000), lead: { id }, status: "qualified", value: 100 },
    { occurredAt: at(AT - 1000), lead: { id }, status: "won", value: 4800 },
  ];
  const orders = fc
    .array(fc.nat(5), { maxLength: 6 })
    .chain((repeated) =>
      fc.shuffledSubarray(
        [...[0, 1, 2, 3, 4, 5].map((step) => [step, -1]), ...repeated.map((step, at) => [step, at])],
        { minLength: 6 + repeated.length },
      ),
    );
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const { id } = await add({ email: `${randomUUID()}@acme.example` });
      const steps = story(id);
      for (const [step = 0] of order) expect((await send(steps[step] ?? {})).statusCode).toBe(200);
      const { lead } = await read(id);
      expect(lead).toMatchObject({ status: "won", value: 4800, meetingAt: new Date(AT + 3 * ONE_DAY) });
      const meetings = await stores.records.db.select().from(leadMeetings).where(eq(leadMeetings.leadId, id));
      expect(meetings.filter(({ isCanceled }) => !isCanceled).map(({ meetingId }) => meetingId)).toEqual([
        "m2",
      ]);
    }),
    { numRuns: 15 },
  );
});
