import { ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { AlertDefinition, DayBudget } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { createBudgetCheck } from "./checkBudget.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const ALERT: AlertDefinition = {
  name: "Budget",
  kind: "budget",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};
const LIMIT = 10e9;

let eventStore: EventStore;
let today: DayBudget;
let inserts = 0;
beforeAll(async () => {
  eventStore = await borrowEvents();
});
beforeEach(async () => {
  today = { bytes: 5e9, limit: LIMIT, cut: [] };
  await eventStore.command("TRUNCATE TABLE tallies");
});
afterAll(() => eventStore.stop());

async function count(at: number, label: string, requests: number) {
  inserts += 1;
  const row = { minute: Math.floor(at / ONE_SECOND), name: "limited", label, count: requests };
  await eventStore.insert("tallies", [row], `tallies ${inserts}`);
}

async function look() {
  const check = createBudgetCheck({ eventStore, budgets: { today: () => today } });
  const { steps, status } = await check({ alert: ALERT, through: null, now: NOW });
  const findings = steps.flatMap((step) => step.findings.map(({ subject, text }) => [subject, text]));
  return { state: status.state, findings };
}

it("finds networks over their budget within the last hour, on any instance", async () => {
  await count(NOW - ONE_HOUR - ONE_MINUTE, "network_bytes events", 70);
  await count(NOW - ONE_MINUTE, "disk events", 80);
  await count(NOW - ONE_MINUTE, "day recordings", 90);
  expect(await look()).toEqual({ state: "ok", findings: [] });
  await count(NOW - 10 * ONE_MINUTE, "network_bytes events", 1200);
  await count(NOW - 9 * ONE_MINUTE, "network_events recordings", 34);
  expect(await look()).toEqual({
    state: "alarm",
    findings: [
      ["networks", "Networks sent more than their budget: 1,234 requests were rejected in the last hour."],
    ],
  });
});

it("finds an exhausted daily budget, and names what is cut", async () => {
  today = { bytes: 6.1e9, limit: LIMIT, cut: ["recordings"] };
  expect((await look()).findings).toEqual([
    ["day", "6.1 GB of today's budget of 10 GB are used. Recordings are rejected."],
  ]);
  today = { bytes: 8.2e9, limit: LIMIT, cut: ["events", "recordings"] };
  expect((await look()).findings).toEqual([
    [
      "day",
      "8.2 GB of today's budget of 10 GB are used. Recordings are rejected, and so are events from the networks that sent the most.",
    ],
  ]);
  today = { bytes: 8.2e12, limit: null, cut: [] };
  expect((await look()).state).toBe("ok");
});
