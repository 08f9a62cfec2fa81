import { ONE_DAY } from "@marquee/contract";
import type { AlertDefinition } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import type { Finding } from "./checks/check.types.ts";
import { alarmsOf, previewAlert } from "./previewAlert.ts";

const ALERT: AlertDefinition = {
  name: "Leads",
  kind: "leads",
  goal: null,
  filters: [],
  direction: "drop",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};
const finding = (text: string, isUnsettled = false): Finding[] => [
  { subject: "", text, href: "/", isUnsettled },
];

it("opens one alarm until there were no findings for long enough, and none for unsettled findings", () => {
  const findings = [
    [],
    finding("a"),
    finding("b"),
    [],
    finding("c"),
    [],
    [],
    [],
    finding("d", true),
    finding("e"),
  ];
  const steps = findings.map((each, at) => ({ at, findings: each }));
  expect(alarmsOf({ steps, quietSteps: 2 })).toEqual([
    { text: "e", openedAt: 9, resolvedAt: null },
    { text: "a", openedAt: 1, resolvedAt: 6 },
  ]);
});

it("looks back 90 days, and only for kinds that count", async () => {
  const now = 100 * ONE_DAY;
  const status = { state: "ok" as const, text: "Fine.", readings: [] };
  const check = async ({ lookBack = 0 }) => ({
    steps: [{ at: lookBack, findings: finding("a") }],
    quietSteps: 1,
    status,
  });
  const checks = { leads: check } as never;
  expect(await previewAlert(checks, ALERT, now)).toEqual({
    days: 90,
    status,
    alarms: [{ text: "a", openedAt: 90 * ONE_DAY, resolvedAt: null }],
  });
  await expect(previewAlert(checks, { ...ALERT, kind: "disk" }, now)).rejects.toThrow(
    "Only alerts that count",
  );
});
