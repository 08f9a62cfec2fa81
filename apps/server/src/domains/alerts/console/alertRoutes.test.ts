import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import type {
  AlertDefinition,
  AlertPreviewResponse,
  AlertState,
  AlertsResponse,
} from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { type MailServer, startMailServer } from "../../../testing/startMailServer.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { alarms, alerts as alertTable } from "../tables.ts";

const SECRET = "sixteen characters";
const ALERT: AlertDefinition = {
  name: "Visits from Germany",
  kind: "traffic",
  goal: null,
  filters: [["is", "visit:country", ["DE"]]],
  direction: "drop",
  sensitivity: "high",
  channels: [],
  recipients: [],
  isOn: false,
  isDeleted: false,
};

let stores: TestStores;
let owner: TestConsole;
let mail: MailServer;
let server: Server;
let received: { headers: IncomingHttpHeaders; body: string }[];

beforeAll(async () => {
  stores = await borrowTestStores();
  owner = await startConsole(stores);
  mail = await startMailServer();
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(202, { "content-type": "text/plain" }).end("noted");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`;
  await owner.put("/connections/alert-webhook", {
    revision: 0,
    definition: { url },
    secrets: { secret: SECRET },
  });
  await owner.put("/connections/smtp", { revision: 0, definition: mail.settings, secrets: {} });
  // Owners are notified about the connection.
  while (mail.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}, 120_000);
beforeEach(async () => {
  received = [];
  mail.received.length = 0;
  await stores.records.db.update(accounts).set({ role: "owner" });
});
afterAll(async () => {
  server.close();
  await mail.stop();
  await owner.app.close();
  await stores.stop();
});

const create = async (alert: Partial<AlertDefinition> = {}) =>
  (await owner.post("/alerts", { definition: { ...ALERT, ...alert } })).json() as AlertState;
const failure = async (answer: Promise<{ statusCode: number; json(): { error: { message: string } } }>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().error.message];
};

describe("alerts", () => {
  it("start with one for each kind except conversions, which need a goal, and notify nobody", async () => {
    const { alerts, connected } = (await owner.get("/alerts")).json() as AlertsResponse;
    expect(alerts.map(({ definition }) => definition.kind)).toEqual([
      "traffic",
      "leads",
      "delivery",
      "errors",
      "vitals",
      "consent",
      "experiment",
      "spool",
      "budget",
      "disk",
    ]);
    expect(alerts.every(({ definition }) => definition.isOn && definition.channels.length === 0)).toBe(true);
    expect(connected).toEqual(["email", "webhook"]);
  });

  it("are created, changed, deleted and restored, each recorded in the change history", async () => {
    const created = await create();
    expect(created).toMatchObject({ revision: 1, definition: ALERT, snoozedUntil: null, status: null });
    const path = `/alerts/${created.id}`;
    const deleted = { revision: 1, definition: { ...ALERT, isDeleted: true } };
    expect((await owner.put(path, deleted)).json()).toMatchObject({ revision: 2 });
    expect(await failure(owner.put(path, deleted))).toEqual([
      409,
      expect.stringContaining("changed this alert"),
    ]);
    const ids = async () =>
      ((await owner.get("/alerts")).json() as AlertsResponse).alerts.map(({ id }) => id);
    expect(await ids()).not.toContain(created.id);
    const { changes } = (await owner.get(`/changes?entity=alert&key=${created.id}`)).json();
    expect(changes.map(({ action }: { action: string }) => action)).toEqual(["deleted", "created"]);
    expect((await owner.post(`/changes/${changes[0].id}/revert`, {})).statusCode).toBe(200);
    expect(await ids()).toContain(created.id);
  });

  it.each<[Partial<AlertDefinition> & Record<string, unknown>, string]>([
    [{ kind: "everything" as never }, "kind"],
    [{ name: " " }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ filters: [["is", "visit:planet", ["Mars"]]] as never }, "Unknown dimension"],
    [{ filters: [["is", "segment", [1]]] as never }, "no segment 1"],
    [{ filters: Array.from({ length: 51 }, () => ["is", "visit:country", ["DE"]]) as never }, "filters"],
    [{ kind: "spool" }, "no filters"],
    [{ kind: "conversion", filters: [] }, "Choose a goal"],
    [{ kind: "conversion", filters: [], goal: 12345 }, "does not exist"],
    [{ goal: 1 }, "Only alerts about conversions"],
    [{ kind: "conversions", filters: [] }, "Choose a goal"],
    [{ windowDays: 5 as never }, "windowDays"],
    [{ rule: { type: "sometimes" } as never }, "rule"],
    [{ rule: { type: "threshold", side: "below", limit: -1 } }, "rule"],
    [{ rule: { type: "threshold", side: "below", limit: 0 } }, "Nothing can be below 0"],
    [{ rule: { type: "change", percent: 0 } }, "rule"],
    [{ rule: { type: "change", percent: 100 } }, "Nothing can drop by more than 100%"],
    [
      { kind: "consent", filters: [], rule: { type: "threshold", side: "above", limit: 101 } },
      "A percentage can be at most 100",
    ],
    [{ kind: "disk", filters: [], windowDays: 7 }, "no window and no threshold"],
    [
      { kind: "vitals", filters: [], rule: { type: "threshold", side: "above", limit: 1 } },
      "no window and no threshold",
    ],
    [{ channels: ["email"] }, "at least one email address"],
    [{ channels: ["pager" as never] }, "channels"],
    [{ recipients: ["eve@trellis.example\r\nBcc: mallory@evil.example"] }, "is not an email address"],
    [{ recipients: Array.from({ length: 21 }, (_, index) => `a${index}@trellis.example`) }, "recipients"],
    [{ isAdmin: true }, "unknown property"],
  ])("reject %j", async (change, reason) => {
    const answer = await owner.post("/alerts", { definition: { ...ALERT, ...change } });
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(reason)]);
  });

  it("keep their window and rule, and forget the last check when those change", async () => {
    const rule = { type: "threshold", side: "below", limit: 10 } as const;
    const weekly = { ...ALERT, windowDays: 7, rule } as const;
    const { id } = await create(weekly);
    const { db } = stores.records;
    const status = { checkedAt: 1, state: "ok" as const, text: "Fine.", readings: [] };
    await db.update(alertTable).set({ status }).where(eq(alertTable.id, id));
    const put = async (revision: number, definition: AlertDefinition) =>
      (await owner.put(`/alerts/${id}`, { revision, definition })).json() as AlertState;
    expect(await put(1, { ...weekly, name: "Few leads" })).toMatchObject({
      definition: { windowDays: 7, rule },
      status,
    });
    expect((await put(2, { ...weekly, rule: { ...rule, limit: 11 } })).status).toBeNull();
    await db.update(alertTable).set({ status }).where(eq(alertTable.id, id));
    expect((await put(3, { ...weekly, windowDays: 28, rule: { ...rule, limit: 11 } })).status).toBeNull();
  });

  it("can be read by viewers, without addresses, and changed by editors", async () => {
    const { id } = await create({ channels: ["email"], recipients: ["eve@trellis.example"] });
    await stores.records.db.update(accounts).set({ role: "viewer" });
    const { alerts } = (await owner.get("/alerts")).json() as AlertsResponse;
    expect(alerts.find((each) => each.id === id)?.definition.recipients).toEqual([]);
    const changes = [
      owner.post("/alerts", { definition: ALERT }),
      owner.put(`/alerts/${id}`, { revision: 1, definition: ALERT }),
      owner.post(`/alerts/${id}/snooze`, { until: Date.now() + ONE_HOUR }),
      owner.post(`/alerts/${id}/test`, {}),
    ];
    expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  });

  it("are snoozed until a time within a year, or until the snooze is ended", async () => {
    const { id } = await create();
    const snooze = (until: number | null) => owner.post(`/alerts/${id}/snooze`, { until });
    const until = Date.now() + ONE_DAY;
    expect((await snooze(until)).json()).toMatchObject({ snoozedUntil: until });
    expect((await snooze(null)).json()).toMatchObject({ snoozedUntil: null });
    for (const wrong of [Date.now() - ONE_HOUR, Date.now() + 400 * ONE_DAY])
      expect(await failure(snooze(wrong))).toEqual([400, "Snooze until a time within the next year."]);
    expect((await owner.post("/alerts/999999/snooze", { until })).statusCode).toBe(404);
  });
});

describe("a preview", () => {
  const preview = (alert: Partial<AlertDefinition>) =>
    owner.post("/alerts/preview", { definition: { ...ALERT, kind: "leads", filters: [], ...alert } });

  it("says what an alert would have done in the past 90 days, and stores nothing", async () => {
    const before = ((await owner.get("/alerts")).json() as AlertsResponse).alerts.length;
    await stores.eventStore.insert(
      "events",
      [eventRow({ message_id: "first", timestamp: Date.now() - 80 * ONE_DAY })],
      "first",
    );
    const rule = { type: "threshold", side: "below", limit: 1 } as const;
    const { days, status, alarms } = (await preview({ windowDays: 7, rule })).json() as AlertPreviewResponse;
    expect({ days, status, alarms: alarms.length }).toEqual({
      days: 90,
      status: { state: "alarm", text: "Leads are below 1: 0 in the last 7 days.", readings: [] },
      alarms: 1,
    });
    expect(alarms[0]?.resolvedAt).toBeNull();
    expect(Math.round((Date.now() - (alarms[0]?.openedAt ?? 0)) / ONE_DAY)).toBe(73);
    expect(((await owner.get("/alerts")).json() as AlertsResponse).alerts).toHaveLength(before);
  });

  it("is for alerts that count something, and for editors", async () => {
    expect(await failure(preview({ kind: "disk" }))).toEqual([400, expect.stringContaining("preview")]);
    await stores.records.db.update(accounts).set({ role: "viewer" });
    expect((await preview({})).statusCode).toBe(403);
  });
});

describe("a test of an alert", () => {
  it("sends to each channel, and shows its actual response", async () => {
    const { id } = await create({
      channels: ["email", "slack", "webhook"],
      recipients: ["eve@trellis.example"],
    });
    expect((await owner.post(`/alerts/${id}/test`, {})).json().results).toEqual([
      { channel: "email", isWorking: true, answer: "250 queued as 1" },
      { channel: "slack", isWorking: false, answer: "It is not connected. Open Connections." },
      { channel: "webhook", isWorking: true, answer: "Responded with 202: noted" },
    ]);
    expect(mail.received).toMatchObject([
      { to: ["eve@trellis.example"], source: expect.stringContaining("This is a test") },
    ]);
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers["marquee-signature"])) ?? [];
    expect(signature).toBe(createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex"));
    expect(JSON.parse(body)).toMatchObject({
      isTest: true,
      event: "opened",
      alert: { id, name: ALERT.name },
    });
  });

  it("needs a channel, and is limited", async () => {
    const { id } = await create();
    expect(await failure(owner.post(`/alerts/${id}/test`, {}))).toEqual([
      400,
      expect.stringContaining("no channel"),
    ]);
    const { id: other } = await create({ channels: ["webhook"] });
    const statuses = [];
    for (let index = 0; index < 21; index += 1)
      statuses.push((await owner.post(`/alerts/${other}/test`, {})).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});

it("lists alarms by page and alert, and counts the open ones of alerts that are on", async () => {
  const { id } = await create({ isOn: true });
  const off = await create();
  const { db } = stores.records;
  const alarm = { subject: "", text: "Visits are down.", href: "/" };
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
  await db
    .insert(alarms)
    .values(
      Array.from({ length: 60 }, (_, hour) => ({
        ...alarm,
        alertId: id,
        openedAt: at(hour),
        resolvedAt: at(hour + 1),
      })),
    );
  await db.insert(alarms).values([id, off.id].map((alertId) => ({ ...alarm, alertId, openedAt: at(99) })));
  expect((await owner.get("/alarms/count")).json()).toEqual({ open: 1 });
  const first = (await owner.get(`/alarms?alert=${id}`)).json();
  const second = (await owner.get(`/alarms?alert=${id}&before=${first.next}`)).json();
  expect([first.alarms.length, second.alarms.length, second.next]).toEqual([50, 11, null]);
  expect(first.alarms[0]).toMatchObject({
    name: ALERT.name,
    kind: "traffic",
    resolvedAt: null,
    deliveries: [],
  });
});
