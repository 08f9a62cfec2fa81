import { ONE_MINUTE } from "@marquee/contract";
import { degradedChecks } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openDisk } from "../../../platform/storage/disk.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRows } from "../../../testing/eventRow.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { createInstanceReport, type ReportOptions } from "./createInstanceReport.ts";
import { createReadiness } from "./readiness.ts";

let stores: TestStores;
/** How far this server's clock is ahead, in milliseconds. */
let ahead = 0;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());

function start(options: Partial<ReportOptions> = {}) {
  const now = () => Date.now() + ahead;
  const disk = openDisk({ dir: temporaryDir(), now, measure: () => ({ free: 60e9, total: 100e9 }) });
  const parts = { ingest: stores, disk, now, ...options };
  const reporter = createInstanceReport({
    version: "1.2.3",
    build: "abc",
    readiness: createReadiness({ ...stores, ...parts }),
    forms: { depth: () => 0, oldestAt: () => null, lastError: () => null },
    ...parts,
  });
  onTestFinished(reporter.stop);
  return reporter;
}

it("reports an instance's identity, resource use and checks", async () => {
  const reporter = start();
  const first = await reporter.report();
  expect(first).toMatchObject({
    version: "1.2.3",
    build: "abc",
    node: process.versions.node,
    disk: { free: 60e9, total: 100e9, level: "ok" },
    wrongClocks: [],
    memory: { server: expect.any(Number) },
  });
  expect(degradedChecks(first.checks)).toEqual([]);
  expect(first.host).not.toBe("");
  expect(first.startedAt).toBeLessThan(Date.now());
  const nothing = { depth: 0, oldestAge: null, stoppedSince: null, lastError: null };
  expect(first.spools).toEqual({ events: nothing, recordings: nothing, leads: nothing });
  await expect.poll(async () => (await reporter.report()).eventLoopDelay).toEqual(expect.any(Number));
});

it("reports what is waiting and since when", async () => {
  ahead = 5 * ONE_MINUTE;
  onTestFinished(() => {
    ahead = 0;
  });
  const at = Date.now() + 3 * ONE_MINUTE;
  const forms = { depth: () => 2, oldestAt: () => at, lastError: () => "The record store can't be reached." };
  await stores.drain.between(async () => {
    await stores.spool.append(eventRows(3, "waiting"));
    const { spools, wrongClocks, checks } = await start({ forms }).report();
    expect(spools.events).toMatchObject({ depth: 3, stoppedSince: null });
    expect(spools.events.oldestAge).toBeGreaterThanOrEqual(5 * ONE_MINUTE);
    expect(spools.leads).toMatchObject({
      depth: 2,
      stoppedSince: expect.any(Number),
      lastError: "The record store can't be reached.",
    });
    expect(spools.leads.oldestAge).toBeGreaterThan(ONE_MINUTE);
    expect(wrongClocks.map(({ store }) => store).sort()).toEqual(["events", "records"]);
    expect(degradedChecks(checks)).toEqual(["clock"]);
  });
});

it("reports even if parts do not respond", async () => {
  const frozen = { status: () => new Promise<never>(() => undefined) };
  const broken = () => {
    throw new Error("ENOENT");
  };
  const ingest = { drain: frozen, recordings: { drain: frozen } } as unknown as ReportOptions["ingest"];
  const now = () => 1_700_000_000_000 + ahead;
  const reporter = start({ ingest, disk: { state: broken }, now });
  const { spools, disk, checks } = await reporter.report();
  const notAnswering = {
    depth: 0,
    oldestAge: null,
    stoppedSince: now(),
    lastError: "The process that receives events isn't responding.",
  };
  expect(spools.events).toEqual(notAnswering);
  ahead = ONE_MINUTE;
  onTestFinished(() => {
    ahead = 0;
  });
  expect((await reporter.report()).spools.events, "It has been so for a minute.").toEqual(notAnswering);
  expect([disk, checks.disk, checks.intake, checks.events]).toEqual([null, "unknown", "unavailable", "ok"]);
});
