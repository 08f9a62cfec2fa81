import { type DiskState, ONE_MINUTE } from "@marquee/contract";
import type { AlertDefinition } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { createDiskCheck } from "./checkDisk.ts";

const ALERT: AlertDefinition = {
  name: "Disk",
  kind: "disk",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};

it("opens one alarm for a low disk and another for a full one, and ends none of them early", async () => {
  let state: DiskState = { free: 60e9, total: 100e9, level: "ok" };
  const check = createDiskCheck({ state: () => state });
  const look = async () => {
    const { steps, status } = await check({ alert: ALERT, through: null, now: ONE_MINUTE });
    return { state: status.state, findings: steps.flatMap(({ findings }) => findings) };
  };
  expect(await look()).toEqual({ state: "ok", findings: [] });
  state = { free: 9e9, total: 100e9, level: "low" };
  expect(await look()).toEqual({
    state: "alarm",
    findings: [
      {
        subject: "low",
        text: "The server's disk is nearly full. 9 GB of 100 GB are free. At 537 MB, no more recordings are stored; at 134 MB, no more events.",
        href: "/quality",
      },
    ],
  });
  state = { free: 9e6, total: 100e9, level: "full" };
  const { findings } = await look();
  expect(findings.map(({ subject, isUnsettled = false }) => [subject, isUnsettled])).toEqual([
    ["full", false],
    ["low", true],
  ]);
  expect(findings[0]?.text).toContain("The server's disk is full. 9 MB of 100 GB are free.");
});
