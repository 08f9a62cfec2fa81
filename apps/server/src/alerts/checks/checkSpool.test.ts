import { ONE_MINUTE } from "@marquee/contract";
import type { AlertDefinition } from "@marquee/contract/schema";
import { beforeEach, expect, it } from "vitest";
import { createSpoolCheck } from "./checkSpool.ts";

const NOW = Date.UTC(2026, 5, 1);
const ALERT: AlertDefinition = {
  ...{ name: "Spool", kind: "spool", goal: null, filters: [], direction: "both", sensitivity: "normal" },
  ...{ channels: [], recipients: [], isOn: true, isDeleted: false },
};
let spool: { depth: number; lastError: string | null };
let check: ReturnType<typeof createSpoolCheck>;

beforeEach(() => {
  spool = { depth: 0, lastError: null };
  const status = async () => spool;
  // Safe cast: the check reads nothing else.
  check = createSpoolCheck({ status } as unknown as Parameters<typeof createSpoolCheck>[0]);
});

const findings = async (minutes: number) => {
  const { steps } = await check({ alert: ALERT, through: null, now: NOW + minutes * ONE_MINUTE });
  return steps.flatMap((step) => step.findings.map(({ text }) => text));
};

it("reports an error that lasts ten minutes, with the events that wait", async () => {
  spool = { depth: 1200, lastError: "Connection refused" };
  expect(await findings(0)).toEqual([]);
  expect(await findings(9)).toEqual([]);
  expect(await findings(10)).toEqual(["1,200 events are waiting: Connection refused"]);
});

it("reports many events without an error, and starts anew once they are moved", async () => {
  spool.depth = 50_000;
  await findings(0);
  spool.depth = 49_999;
  expect(await findings(5)).toEqual([]);
  spool.depth = 50_000;
  expect(await findings(10)).toEqual([]);
  expect(await findings(20)).toEqual(["50,000 events are waiting."]);
});
