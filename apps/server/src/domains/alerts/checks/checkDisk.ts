import { type DiskState, describeDisk } from "@marquee/contract";
import type { Disk } from "../../../platform/storage/disk.ts";
import type { Checked, CheckResult, Finding } from "./check.types.ts";

/** Checks the free space on this instance's disk. A low disk that becomes full is a separate alarm. */
export function createDiskCheck(disk: Disk) {
  return async ({ now }: Checked): Promise<CheckResult> => {
    const state = disk.state();
    return {
      steps: [{ at: now, findings: findingsOf(state) }],
      quietSteps: 1,
      status: { state: state.level === "ok" ? "ok" : "alarm", text: textOf(state), readings: [] },
    };
  };
}

function findingsOf(state: DiskState): Finding[] {
  const finding = { text: textOf(state), href: "/quality" };
  if (state.level === "ok") return [];
  if (state.level === "low") return [{ ...finding, subject: "low" }];
  // The disk is also low, which needs no separate notification.
  return [
    { ...finding, subject: "full" },
    { ...finding, subject: "low", isUnsettled: true },
  ];
}

function textOf(state: DiskState): string {
  const { title, text } = describeDisk(state);
  return `${title} ${text}`;
}
