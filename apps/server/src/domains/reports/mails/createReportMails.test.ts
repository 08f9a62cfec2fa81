import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import type { Card, ReportDefinition, Schedule } from "@marquee/contract/schema";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Stores } from "../../../platform/storage/stores.ts";
import { borrowStores } from "../../../testing/borrowStores.ts";
import { type MailServer, startMailServer } from "../../../testing/startMailServer.ts";
import { startTestConnections } from "../../../testing/startTestConnections.ts";
import { silent, TEST_KEYS } from "../../../testing/startTestStores.ts";
import { ensureOwner } from "../../accounts/accounts.ts";
import { accounts } from "../../accounts/tables.ts";
import { createChannels } from "../../alerts/channels/createChannels.ts";
import type { Connections } from "../../connections/startConnections.ts";
import { readDefinitions } from "../../goals/readDefinitions.ts";
import { unsubscribeRoutes } from "../../mail/unsubscribeRoutes.ts";
import { createQuestions } from "../../questions/createQuestions.ts";
import type { ReportReader } from "../reportReader.types.ts";
import { createReport, findReport } from "../reportStore.ts";
import { reports } from "../tables.ts";
import { createReportMails, REPORT_UNSUBSCRIBING, type ReportMails } from "./createReportMails.ts";
import { reportMail } from "./reportMail.ts";

const SITE = { id: "trellis.example", timeZone: "Europe/Berlin", weekStart: 1 } as const;
/** A Monday, 7:55 in Berlin. */
const START = Date.parse("2026-11-23T06:55:00Z");
const SIGNAL = new AbortController().signal;
const DAILY: Schedule = {
  frequency: "daily",
  hour: 8,
  weekday: 1,
  day: 1,
  isOn: true,
  recipients: ["Ann@trellis.example", "ben@trellis.example"],
};
const CARD: Card = {
  id: "a",
  title: "Key figures",
  width: "full",
  range: null,
  filters: [],
  content: { kind: "figures", metrics: ["visitors"] },
};
const BOARD: ReportDefinition = {
  name: "Monday",
  description: "",
  isShared: true,
  isDeleted: false,
  content: {
    kind: "board",
    period: { range: "7d", compare: "previous", matchesWeekdays: false },
    cards: [CARD],
  },
};

let stores: Stores;
let connections: Connections;
let mail: MailServer;
let app: FastifyInstance;
let person: ReportReader;
let parts: Parameters<typeof createReportMails>[0];
/** Two servers on the same stores. */
let mails: ReportMails;
let other: ReportMails;
let now = START;
let reportId: number;

beforeAll(async () => {
  stores = await borrowStores();
  mail = await startMailServer();
  connections = await startTestConnections(stores);
  const { settings } = mail;
  await connections.save("smtp", { revision: 0, settings, secrets: {} }, "owner@trellis.example");
  const { db } = stores.records;
  await ensureOwner(db, { email: "owner@trellis.example", password: "a long enough password" }, silent);
  const [account] = await db.select().from(accounts);
  person = { id: account?.id ?? "", email: "owner@trellis.example", role: "owner" };
  const site = { current: () => ({ ...SITE, hosts: [], excludedAddresses: [] }) };
  const consoleUrl = "https://trellis.example";
  const questions = createQuestions({
    eventStore: stores.eventStore,
    site: site.current,
    definitions: ({ account: id }) => readDefinitions(db, id),
    now: () => now,
  });
  const channels = createChannels({ connections, site, consoleUrl });
  parts = { db, keys: TEST_KEYS, questions, site, channels, consoleUrl, now: () => now, log: silent };
  mails = createReportMails(parts);
  other = createReportMails(parts);
  app = fastify();
  await app.register(unsubscribeRoutes({ ...REPORT_UNSUBSCRIBING, links: mails, now: () => now }));
});
beforeEach(async () => {
  now = START;
  mail.received.length = 0;
  mail.rejectWith(null);
  await stores.records.db.delete(reports);
  ({ id: reportId } = await createReport(stores.records.db, BOARD, { person, now }));
});
afterAll(async () => {
  await app.close();
  await connections.stop();
  await mail.stop();
  await stores.stop();
});

const save = (overrides: Partial<Schedule> = {}) =>
  mails.save(reportId, { ...DAILY, ...overrides }, person.email);
const sendDue = () => Promise.all([mails.sendDue(SIGNAL), other.sendDue(SIGNAL)]);
const sentTo = () => mail.received.map(({ to }) => to.join()).sort();

describe("a report by email", () => {
  it("is sent once to each address when its hour comes, by whichever server is first", async () => {
    expect((await save()).nextAt).toBe(Date.parse("2026-11-23T07:00:00Z"));
    await sendDue();
    expect(mail.received).toEqual([]);
    now += ONE_HOUR;
    await sendDue();
    await sendDue();
    expect(sentTo()).toEqual(["ann@trellis.example", "ben@trellis.example"]);
    const [{ source } = { source: "" }] = mail.received;
    expect(source).toMatch(/Subject: .*Monday/);
    expect(source).toMatch(/List-Unsubscribe: <https:\/\/trellis\.example\/reports\/unsubscribe\/[\w.-]+>/);
    expect(source).toContain("https://trellis.example/console/boards/");
    expect(source).not.toMatch(/<(img|script|link)\b/);
    expect((await mails.read(reportId)).recipients).toMatchObject([
      { email: "ann@trellis.example", state: "delivered", at: now },
      { email: "ben@trellis.example", state: "delivered", at: now },
    ]);
  });

  it("is sent once, late, after a downtime of days", async () => {
    await save({ recipients: ["ann@trellis.example"] });
    now += 3 * ONE_DAY + 5 * ONE_HOUR;
    await sendDue();
    await sendDue();
    expect(sentTo()).toEqual(["ann@trellis.example"]);
    now += ONE_DAY;
    await sendDue();
    expect(mail.received).toHaveLength(2);
  });

  it("is retried with a visible error, and not sent while it is off or its report is deleted", async () => {
    await save({ recipients: ["ann@trellis.example"] });
    mail.rejectWith(451);
    now += ONE_HOUR;
    await sendDue();
    expect((await mails.read(reportId)).recipients).toMatchObject([
      { state: "pending", error: expect.stringContaining("451") },
    ]);
    mail.rejectWith(null);
    now += ONE_HOUR;
    await sendDue();
    expect(mail.received).toHaveLength(1);
    await save({ isOn: false });
    now += ONE_DAY;
    await sendDue();
    expect(mail.received).toHaveLength(1);
    expect((await mails.read(reportId)).nextAt).toBeNull();
  });

  it("ends by its link, without an account and for good; forged links do nothing", async () => {
    await save();
    now += ONE_HOUR;
    await sendDue();
    const link = (email: string) => {
      const { source = "" } = mail.received.find(({ to }) => to.includes(email)) ?? {};
      return new URL(/List-Unsubscribe: <([^>]+)>/.exec(source)?.[1] ?? "").pathname;
    };
    const ann = link("ann@trellis.example");
    expect((await app.inject({ url: ann })).body).toContain("Stop this report?");
    const forged = `${ann.slice(0, ann.indexOf(".") + 1)}${Buffer.from("ben@trellis.example").toString("base64url")}${ann.slice(ann.lastIndexOf("."))}`;
    expect((await app.inject({ method: "POST", url: forged })).statusCode).toBe(404);
    expect((await app.inject({ method: "POST", url: ann })).statusCode).toBe(200);
    await save();
    now += ONE_DAY;
    mail.received.length = 0;
    await sendDue();
    expect(sentTo()).toEqual(["ben@trellis.example"]);
    expect((await mails.read(reportId)).recipients[0]).toMatchObject({ state: "unsubscribed" });
  });

  it("names an invalid address, and sends a test to the requester", async () => {
    await expect(save({ recipients: ["nobody"] })).rejects.toThrow("nobody is not an email address");
    const report = await findReport(stores.records.db, reportId, null);
    expect(await mails.sendNow(report, person.email, SIGNAL)).toMatchObject({ outcome: "delivered" });
    expect(sentTo()).toEqual([person.email]);
    expect(mail.received[0]?.source).not.toContain("List-Unsubscribe");
  });

  it("hides database errors of a report that could not be read", async () => {
    const answer = () => Promise.reject(new Error("select email from leads"));
    const broken = createReportMails({ ...parts, questions: { ...parts.questions, answer } });
    const report = await findReport(stores.records.db, reportId, null);
    const result = await broken.sendNow(report, person.email, SIGNAL);
    expect(result).toEqual({
      outcome: "failed",
      error: "The report could not be read: Data was unavailable. The server's log says why.",
    });
  });

  it("escapes untrusted text", () => {
    const evil = '<img src="https://evil.example/x.gif">';
    const query = { site_id: "", metrics: ["visitors"], dimensions: ["visit:source"] } as const;
    const { html } = reportMail(
      {
        name: evil,
        description: evil,
        site: "trellis.example",
        timeZone: "UTC",
        weekStart: 1,
        period: { range: "7d", compare: "none", matchesWeekdays: false },
        readAt: 0,
        expiresAt: 0,
        cards: [
          {
            card: {
              ...CARD,
              title: evil,
              content: { kind: "list", dimension: "visit:source", metrics: ["visitors"], limit: 5 },
            },
            answer: {
              kind: "list",
              answer: {
                results: [{ dimensions: [evil], metrics: [1] }],
                meta: {},
                query: { ...query, date_range: ["2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"] },
              },
            },
          },
        ],
      },
      { url: "https://trellis.example/console/boards/1", unsubscribeUrl: 'https://trellis.example/"><b>' },
    );
    expect(html).not.toMatch(/<img|<b>/);
  });
});
