import { ONE_DAY, ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { AlertDefinition } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { Records } from "../../platform/storage/records/records.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { silent } from "../../testing/startTestStores.ts";
import type { AttemptResult } from "../leads/deliveries/delivery.types.ts";
import { MAX_ATTEMPTS } from "../leads/deliveries/startDeliveries.ts";
import { countOpenAlarms, listAlarms } from "./alarmStore.ts";
import { alertStore, snoozeAlert } from "./alertStore.ts";
import type { Channels } from "./channels/createChannels.ts";
import type { CheckResult, Finding } from "./checks/check.types.ts";
import type { Check } from "./checks/createChecks.ts";
import { runAlerts } from "./startAlerts.ts";
import { alarms, alerts } from "./tables.ts";

const ALERT: AlertDefinition = {
  name: "Visits",
  kind: "traffic",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: ["email"],
  recipients: ["eve@trellis.example"],
  isOn: true,
  isDeleted: false,
};
const DROP: Finding = { subject: "", text: "Visits are down 45%.", href: "/?metric=visits" };
const START = Date.parse("2026-06-01T12:16:00Z");

let records: Records;
let now: Timestamp;
/** Findings of the next checks, in order; the last one is repeated. */
let queuedFindings: (Finding[] | Error)[];
/** The channel's response. */
let answer: AttemptResult;
let sent: string[];

beforeAll(async () => {
  records = await borrowRecords();
});
beforeEach(async () => {
  now = START;
  queuedFindings = [[]];
  answer = { outcome: "delivered", answer: "250 OK" };
  sent = [];
  await records.db.delete(alerts);
});
afterAll(() => records.stop());

const check: Check = async ({ now: at }) => {
  const [next = []] = queuedFindings;
  if (queuedFindings.length > 1) queuedFindings.shift();
  if (next instanceof Error) throw next;
  return resultOf([{ at, findings: next }]);
};
const resultOf = (steps: CheckResult["steps"], quietSteps = 3): CheckResult => ({
  steps,
  quietSteps,
  status: { state: "ok", text: "As usual.", readings: [] },
});
const channels: Channels = {
  connected: () => ["email"],
  async send(channel, { alarm, event }) {
    sent.push(`${channel} ${event} ${alarm.text}`);
    return answer;
  },
  sendMail: async () => answer,
};
/** Runs what is due after some time, as any instance would. */
const run = async (later = 0, checkOnce = check, db = records.db) => {
  now += later;
  const checks = new Proxy({} as never, { get: () => checkOnce });
  const options = { db, checks, channels, sendMails: async () => undefined, now: () => now, log: silent };
  await runAlerts(options, new AbortController().signal);
};
const create = (overrides: Partial<AlertDefinition> = {}) =>
  alertStore.create(records.db, { ...ALERT, ...overrides }, { actor: "eve@trellis.example", now });
const history = async () => (await listAlarms(records.db, {})).alarms;

describe("an alarm", () => {
  it("is announced once when it opens and once when it is over, after three checks that find nothing", async () => {
    await create();
    queuedFindings = [[], [DROP], [DROP], [], [DROP], [], [], [], []];
    await run();
    expect(sent).toEqual([]);
    for (let hour = 0; hour < 3; hour += 1) await run(ONE_HOUR);
    expect(sent).toEqual(["email opened Visits are down 45%."]);
    expect(await countOpenAlarms(records.db)).toBe(1);
    // Found again, which resets the count of quiet checks.
    for (let hour = 0; hour < 3; hour += 1) await run(ONE_HOUR);
    expect(await countOpenAlarms(records.db)).toBe(1);
    await run(ONE_HOUR);
    await run(ONE_HOUR);
    expect(sent).toEqual(["email opened Visits are down 45%.", "email resolved Visits are down 45%."]);
    expect(await history()).toMatchObject([{ openedAt: START + ONE_HOUR, resolvedAt: START + 7 * ONE_HOUR }]);
  });

  it("of a first check over six weeks does not need a query per hour", async () => {
    await create();
    const steps = Array.from({ length: 42 * 24 }, (_, hour) => ({
      at: START + hour * ONE_HOUR,
      findings: hour === 500 ? [DROP] : [],
    }));
    let queries = 0;
    const counted = <Target extends object>(target: Target): Target =>
      new Proxy(target, {
        get(all, name) {
          if (name === "select" || name === "update" || name === "insert") queries += 1;
          return Reflect.get(all, name);
        },
      });
    const { db } = records;
    const transaction: typeof db.transaction = (work) => db.transaction((tx) => work(counted(tx)));
    await run(0, async () => resultOf(steps), Object.assign(Object.create(db), { transaction }));
    expect(await history()).toMatchObject([
      { openedAt: START + 500 * ONE_HOUR, resolvedAt: START + 503 * ONE_HOUR },
    ]);
    expect(queries).toBeLessThan(20);
  });

  it("is sent once, although several instances check and send at the same time", async () => {
    await create();
    queuedFindings = [[DROP]];
    await Promise.all(Array.from({ length: 5 }, () => run()));
    await Promise.all(Array.from({ length: 5 }, () => run()));
    expect(sent).toHaveLength(1);
    expect(await history()).toHaveLength(1);
  });

  it("does not open for an unsettled finding, but stays open", async () => {
    await create();
    queuedFindings = [[{ ...DROP, isUnsettled: true }], [DROP], [{ ...DROP, isUnsettled: true }]];
    await run();
    expect(await history()).toEqual([]);
    for (let hour = 0; hour < 6; hour += 1) await run(ONE_HOUR);
    expect(await countOpenAlarms(records.db)).toBe(1);
  });

  it("that began and ended while the server was down is kept, and nobody is notified; one that lasts is announced", async () => {
    await create();
    const hours = (count: number, finding: Finding | null, from: number) =>
      Array.from({ length: count }, (_, hour) => ({
        at: START + (from + hour) * ONE_HOUR,
        findings: finding ? [finding] : [],
      }));
    await run(0, async () => resultOf([...hours(2, DROP, 0), ...hours(5, null, 2), ...hours(1, DROP, 7)]));
    expect((await history()).map(({ openedAt, resolvedAt }) => [openedAt, resolvedAt])).toEqual([
      [START + 7 * ONE_HOUR, null],
      [START, START + 4 * ONE_HOUR],
    ]);
    expect(sent).toHaveLength(1);
  });

  it("is opened once for each subject", async () => {
    await create({ kind: "experiment" });
    const of = (subject: string) => ({ ...DROP, subject, text: subject });
    await run(0, async ({ now: at }) => resultOf([{ at, findings: [of("one"), of("two")] }], 1));
    await run(2 * ONE_HOUR, async ({ now: at }) => resultOf([{ at, findings: [of("two"), of("three")] }], 1));
    expect(sent.toSorted()).toEqual([
      "email opened one",
      "email opened three",
      "email opened two",
      "email resolved one",
    ]);
  });
});

describe("a notification", () => {
  it("that fails is tried again later, ten times at most, and shows why", async () => {
    await create();
    queuedFindings = [[DROP]];
    answer = { outcome: "failed", error: "Responded with 503." };
    await run();
    await run(10 * 1000);
    expect(sent).toHaveLength(1);
    for (let attempt = 0; attempt < 2 * MAX_ATTEMPTS; attempt += 1) await run(13 * ONE_HOUR);
    expect(sent).toHaveLength(MAX_ATTEMPTS);
    const [alarm] = await history();
    expect(alarm?.deliveries).toEqual([
      {
        channel: "email",
        event: "opened",
        state: "failed",
        attempts: MAX_ATTEMPTS,
        error: "Responded with 503.",
      },
    ]);
  });

  it("that an instance did not finish is sent by another", async () => {
    await create();
    queuedFindings = [[DROP]];
    const { send } = channels;
    channels.send = async () => {
      throw new Error("killed");
    };
    await run().catch(() => undefined);
    channels.send = send;
    await run(ONE_MINUTE);
    expect(sent).toEqual([]);
    await run(5 * ONE_MINUTE);
    expect(sent).toHaveLength(1);
  });

  it("waits while the alert is snoozed, and is not sent if the alarm is over by then", async () => {
    const [long, short] = [await create(), await create({ name: "Short" })];
    for (const { id } of [long, short]) await snoozeAlert(records.db, { id, until: now + ONE_DAY });
    const both =
      (isShortWrong: boolean): Check =>
      async ({ alert, now: at }) =>
        resultOf(
          [{ at, findings: alert.name === "Visits" || isShortWrong ? [{ ...DROP, text: alert.name }] : [] }],
          1,
        );
    await run(0, both(true));
    await run(2 * ONE_HOUR, both(false));
    expect(sent).toEqual([]);
    await run(ONE_DAY, both(false));
    expect(sent).toEqual(["email opened Visits"]);
  });

  it("of an alert without channels is sent once it has one", async () => {
    const { id, revision } = await create({ channels: [] });
    queuedFindings = [[DROP]];
    await run();
    expect(sent).toEqual([]);
    await alertStore.change(
      records.db,
      { key: id, revision, definition: ALERT },
      { actor: "eve@trellis.example", now },
    );
    await run();
    expect(sent).toHaveLength(1);
  });
});

describe("an alert", () => {
  it("is not checked before it is due, while it is off, or once it is deleted", async () => {
    const { id, revision } = await create();
    await create({ isOn: false, name: "Off" });
    await run();
    const checkedAt = async () =>
      (await alertStore.list(records.db)).states.map(({ status }) => status?.checkedAt ?? null);
    expect(await checkedAt()).toEqual([START, null]);
    await run(30 * ONE_MINUTE);
    expect(await checkedAt()).toEqual([START, null]);
    await run(ONE_HOUR);
    expect(await checkedAt()).toEqual([START + 90 * ONE_MINUTE, null]);
    const author = { actor: "eve@trellis.example", now };
    await alertStore.change(
      records.db,
      { key: id, revision, definition: { ...ALERT, isDeleted: true } },
      author,
    );
    queuedFindings = [[DROP]];
    await run(ONE_HOUR);
    expect(await history()).toEqual([]);
  });

  it("says why a check failed, keeps its alarms, and is checked again soon", async () => {
    await create();
    const reason = "Its goal was archived or deleted. Choose another one.";
    queuedFindings = [[DROP], new ApiError("not_found", reason), [DROP]];
    await run();
    await run(ONE_HOUR);
    const [state] = (await alertStore.list(records.db)).states;
    expect(state?.status).toMatchObject({ state: "failed", text: reason });
    expect(await countOpenAlarms(records.db)).toBe(1);
    await run(6 * ONE_MINUTE);
    expect((await alertStore.list(records.db)).states[0]?.status?.state).toBe("ok");
  });

  it("does not show a database's message, which has SQL and values", async () => {
    await create();
    queuedFindings = [new Error("Failed query: select * from leads params: canary@acme.example")];
    await run();
    const [state] = (await alertStore.list(records.db)).states;
    expect(state?.status).toMatchObject({
      state: "failed",
      text: "Data was unavailable. The server's log says why.",
    });
  });

  it("that was changed during its check is checked again, and the outdated result is dropped", async () => {
    const { id, revision } = await create();
    await run(0, async ({ now: at }) => {
      if ((await alertStore.list(records.db)).states[0]?.revision === revision)
        await alertStore.change(
          records.db,
          { key: id, revision, definition: { ...ALERT, name: "Renamed" } },
          { actor: "eve@trellis.example", now },
        );
      else return resultOf([{ at, findings: [] }]);
      return resultOf([{ at, findings: [DROP] }]);
    });
    expect(await records.db.select().from(alarms).where(eq(alarms.alertId, id))).toEqual([]);
    expect((await alertStore.list(records.db)).states[0]?.status?.text).toBe("As usual.");
  });
});
