import { ONE_MINUTE } from "@marquee/contract";
import type { AlertDefinition, InstanceState, SpoolReport } from "@marquee/contract/schema";
import { instanceState } from "@marquee/contract/testing/instanceState";
import { expect, it } from "vitest";
import { createSpoolCheck } from "./checkSpool.ts";

const NOW = Date.UTC(2026, 5, 1);
const ALERT: AlertDefinition = {
  name: "Spool",
  kind: "spool",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};
const instance = (host: string, events: Partial<SpoolReport>, silence = 0) =>
  instanceState(NOW, { host, spools: { events }, heartbeatAt: NOW - silence });

/** A check by an instance that has never checked before, as after a restart. */
async function check(...instances: InstanceState[]) {
  const { steps, status } = await createSpoolCheck(async () => instances)({
    alert: ALERT,
    through: null,
    now: NOW,
  });
  return { findings: steps.flatMap((step) => step.findings.map(({ text }) => text)), status };
}
const stopped = (minutes: number) => ({
  depth: 1200,
  oldestAge: minutes * ONE_MINUTE,
  stoppedSince: NOW - minutes * ONE_MINUTE,
  lastError: "Connection refused.",
});

it("reports an error that lasts ten minutes, with the events that wait, whichever instance checks", async () => {
  expect((await check(instance("a", stopped(9)))).findings).toEqual([]);
  expect((await check(instance("a", stopped(10)))).findings).toEqual([
    "1,200 events are waiting: Connection refused.",
  ]);
  const isGone = { stoppedSince: NOW - 11 * ONE_MINUTE, lastError: "It does not answer." };
  expect((await check(instance("a", isGone))).findings).toEqual([
    "0 events are waiting: It does not answer.",
  ]);
});

it("reports events that wait for long without an error, however many there are", async () => {
  expect((await check(instance("a", { depth: 90_000, oldestAge: 9 * ONE_MINUTE }))).findings).toEqual([]);
  expect((await check(instance("a", { depth: 1, oldestAge: 12 * ONE_MINUTE }))).findings).toEqual([
    "1 event is waiting: the oldest for 12 minutes.",
  ]);
});

it("names the instance whose events wait, while the others are fine", async () => {
  const { findings, status } = await check(
    instance("a", {}),
    instance("b", stopped(20)),
    instance("c", { depth: 7 }),
  );
  expect(findings).toEqual(["1,200 events are waiting on b: Connection refused."]);
  expect(status.state).toBe("alarm");
  expect((await check(instance("a", { depth: 2 }), instance("c", { depth: 7 }))).status).toMatchObject({
    state: "ok",
    text: "9 events are waiting.",
  });
});

it("reports an instance that is silent while events wait on its disk, and ignores one that is gone with nothing waiting", async () => {
  const silent = instance("b", { depth: 3 }, 12 * ONE_MINUTE);
  expect((await check(instance("a", {}), silent)).findings).toEqual([
    "3 events are waiting on b, which has not been heard from for 12 minutes.",
  ]);
  expect((await check(instance("a", {}), instance("b", {}, 12 * ONE_MINUTE))).findings).toEqual([]);
  expect((await check(instance("a", {}), instance("b", { depth: 3 }, 9 * ONE_MINUTE))).findings).toEqual([]);
});
