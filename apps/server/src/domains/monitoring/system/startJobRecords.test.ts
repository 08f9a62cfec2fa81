import { ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { reasonOf } from "../../../platform/log/reasonOf.ts";
import { type JobRun, jobRuns } from "../../../platform/observed.ts";
import { listJobs, storeRun } from "../../../platform/storage/records/jobs.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { jobs } from "../../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { startJobRecords } from "./startJobRecords.ts";

const NOW = Date.UTC(2026, 5, 1);
let stores: TestStores;
let now: number;
let writes: number;
let isAway: boolean;
let stop: () => Promise<void>;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  now = NOW;
  writes = 0;
  isAway = false;
  const { db } = stores.records;
  await db.delete(jobs);
  const insert: RecordsDatabase["insert"] = (table) => {
    writes += 1;
    if (isAway) throw new Error("away");
    return db.insert(table);
  };
  stop = startJobRecords({ db: { insert }, now: () => now });
});
afterEach(() => stop());

const run = (different: Partial<JobRun> = {}) =>
  jobRuns.tell({ name: "hits", startedAt: now, duration: 400, error: undefined, ...different });
/** Reads after everything reported so far was stored. */
const read = async () => {
  await stop();
  return listJobs(stores.records.db);
};

it("stores the last run of each job, and keeps when it failed and why", async () => {
  run({ error: new Error("The database is away: host 10.0.0.5") });
  now += ONE_MINUTE;
  run();
  run({ name: "alerts" });
  const host = expect.any(String);
  expect(await read()).toEqual([
    { name: "alerts", host, startedAt: now, endedAt: now + 400, result: "ok", failedAt: null, error: null },
    {
      name: "hits",
      host,
      startedAt: now,
      endedAt: now + 400,
      result: "ok",
      failedAt: NOW + 400,
      error: "The database is away …",
    },
  ]);
});

it("writes at most once a minute while nothing changes, and a failure immediately", async () => {
  for (let time = 0; time < 10; time += 1) {
    run();
    now += ONE_MINUTE / 10;
  }
  run();
  run({ error: new Error("away") });
  run({ error: new Error("away") });
  run();
  expect((await read())[0]?.result).toBe("ok");
  expect(writes).toBe(4);
});

it("retries with the next run if the record store is unavailable", async () => {
  isAway = true;
  run();
  await new Promise(setImmediate);
  isAway = false;
  now += 1000;
  run();
  expect((await read())[0]?.startedAt).toBe(now);
});

it("keeps a later run of another instance", async () => {
  const { db } = stores.records;
  const times = (at: number) => ({ startedAt: at, endedAt: at + 100, error: null });
  await storeRun(db, { name: "hits", host: "b", ...times(NOW + ONE_HOUR) });
  await storeRun(db, { name: "hits", host: "a", ...times(NOW) });
  expect(await read()).toMatchObject([{ host: "b", startedAt: NOW + ONE_HOUR }]);
});

it("records the root cause, without values", () => {
  const cause = Object.assign(new Error('null value in column "email" of jane@x.example'), { code: "23502" });
  expect(reasonOf(new Error("Failed query: insert …", { cause }))).toBe("null value in column … (23502)");
});
