import { ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import type { InstanceReport } from "@marquee/contract/schema";
import { instanceState } from "@marquee/contract/testing/instanceState";
import { expect, it } from "vitest";
import { createInstanceList, type InstanceRow } from "./createInstanceList.ts";

const NOW = Date.UTC(2026, 5, 1);
// Safe cast: test instances have a report.
const OWN = instanceState(NOW, { spools: { events: { depth: 5 } } }).report as InstanceReport;

const listWith = (list: () => Promise<InstanceRow[]>) =>
  createInstanceList({
    instances: { id: () => 1, list },
    version: "0.2.0",
    report: async () => OWN,
    now: () => NOW,
  })();

/** An instance's row in the record store. */
function row(id: number, different: Partial<InstanceRow> = {}): InstanceRow {
  const { report, ...state } = instanceState(NOW, { id, host: `web-${id}` });
  return {
    ...state,
    startedAt: new Date(state.startedAt),
    heartbeatAt: new Date(state.heartbeatAt),
    endedAt: null,
    report: JSON.parse(JSON.stringify(report)),
    ...different,
  };
}

it("has this instance in its current state, and the others as of their last heartbeat, for a day", async () => {
  const silentSince = new Date(NOW - 5 * ONE_MINUTE);
  const listed = await listWith(async () => [
    row(1, { heartbeatAt: silentSince }),
    row(2, { heartbeatAt: silentSince }),
    row(3, { heartbeatAt: new Date(NOW - ONE_DAY) }),
    row(4, { endedAt: new Date(NOW - ONE_MINUTE) }),
  ]);
  expect(listed).toEqual([
    {
      id: 1,
      host: OWN.host,
      version: "0.2.0",
      pid: process.pid,
      startedAt: OWN.startedAt,
      heartbeatAt: NOW,
      report: OWN,
    },
    instanceState(NOW, { id: 2, host: "web-2", heartbeatAt: silentSince.getTime() }),
  ]);
});

it("ignores an incomplete report of another version", async () => {
  for (const report of [null, "?", {}, { ...(row(2).report as object), spools: { events: { depth: 3 } } }])
    expect((await listWith(async () => [row(2, { report: report as never })]))[1]?.report).toBe(null);
});

it("has this instance while the record store is unavailable", async () => {
  expect(await listWith(() => Promise.reject(new Error("away")))).toMatchObject([{ id: 1 }]);
});
