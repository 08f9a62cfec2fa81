import { ONE_DAY } from "@marquee/contract";
import type { AlertDefinition } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Records } from "../../../platform/storage/records/records.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { newLead } from "../../../testing/newLead.ts";
import { leadDeliveries, leads } from "../../leads/tables.ts";
import { createDeliveriesCheck } from "./checkDeliveries.ts";

const NOW = Date.UTC(2026, 5, 20);
const ALERT: AlertDefinition = {
  name: "Leads",
  kind: "delivery",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};
let records: Records;

beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(() => records.stop());

async function check() {
  const { steps, status } = await createDeliveriesCheck(records.db)({
    alert: ALERT,
    through: null,
    now: NOW,
  });
  return { state: status.state, text: status.text, findings: steps.flatMap(({ findings }) => findings) };
}

async function add(state: "failed" | "delivered", daysAgo: number): Promise<void> {
  const [lead] = await records.db.insert(leads).values(newLead("ada@trellis.example")).returning();
  await records.db
    .insert(leadDeliveries)
    .values({
      leadId: lead?.id ?? "",
      destination: "webhook",
      state,
      attempts: 10,
      error: state === "failed" ? "Responded with 503." : null,
      attemptedAt: new Date(NOW - daysAgo * ONE_DAY),
    });
}

it("finds leads that were not delivered in the last week, by destination, with a link to them", async () => {
  await add("delivered", 1);
  await add("failed", 8);
  const quiet = { state: "ok", text: "Every lead of the last 7 days was delivered.", findings: [] };
  expect(await check()).toEqual(quiet);
  await add("failed", 2);
  await add("failed", 1);
  const text = "2 leads were not delivered to the lead webhook: Responded with 503.";
  expect(await check()).toEqual({
    state: "alarm",
    text,
    findings: [{ subject: "webhook", text, href: "/leads?delivery=failed" }],
  });
});
