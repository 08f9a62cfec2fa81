import { randomUUID } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeEach, expect, inject, it, onTestFinished, vi } from "vitest";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { RecordsError } from "../../errors/recordsError.ts";
import { migrationsFolder, silent } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { createDatabase, TEMPLATE_DATABASE, urlOf } from "../../testing/testDatabase.ts";
import { describeInstance, type Instance, listInstances, noteHeartbeat } from "./instances.ts";
import type { Records } from "./records.ts";
import { startRecords } from "./startRecords.ts";

const server = inject("postgresUrl");
const LATER = 9_000_000_000_000;
let databaseUrl: string;

beforeEach(async () => {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(server, name, TEMPLATE_DATABASE);
  databaseUrl = urlOf(server, name);
});

/** Starts an instance's record store, which is stopped after the test. */
async function start(dataDir: string, folder = migrationsFolder): Promise<Records> {
  const instance = { host: "web", pid: 42, version: "0.1.0", build: "abc", eventsMigration: 17 };
  const options = { dataDir, migrationsFolder: folder, preparedFolder: null, instance, log: silent };
  const records = await startRecords({ ...options, databaseUrl });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= records.stop();
    return stopped;
  };
  onTestFinished(stop);
  return { ...records, stop };
}

/** The migrations of a newer version. @param sql its latest one. */
function newerMigrations(sql: string): string {
  const folder = temporaryDir();
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const entry = { idx: 1000, version: "7", when: LATER, tag: "9000_later", breakpoints: true };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  writeFileSync(join(folder, "9000_later.sql"), sql);
  return folder;
}

const EXPAND = "-- expand\nCREATE TABLE later (id integer);";
const CONTRACT = "-- contract\nALTER TABLE notes RENAME TO remarks;";

async function onDatabase(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

it("lists running instances, and the same one again after a restart on its folder", async () => {
  const [one, other] = [await start("/data/one"), await start("/data/other")];
  const list = () => listInstances(one.db);
  const facts = { host: "web", version: "0.1.0", build: "abc", eventsMigration: 17, endedAt: null };
  expect(await list()).toMatchObject([
    { ...facts, dataDir: "/data/one", isRunning: true },
    { ...facts, dataDir: "/data/other", isRunning: true },
  ]);
  expect((await list()).map(describeInstance)[0]).toBe("web (0.1.0, build abc, process 42)");
  await noteHeartbeat(other.db, other.instanceId() ?? 0, { spool: 7 });
  await other.stop();
  const [, stopped] = await list();
  expect(stopped).toMatchObject({ isRunning: false, report: { spool: 7 } });
  expect(stopped?.endedAt).toBeInstanceOf(Date);
  const again = await start("/data/other");
  expect(again.instanceId()).toBe(stopped?.id);
  expect(await list()).toMatchObject([{}, { ...facts, isRunning: true, report: null }]);
});

it("is not running once its connection is lost, and again when that is back", async () => {
  const [one, other] = [await start("/data/one"), await start("/data/other")];
  const isOtherRunning = async () => (await listInstances(one.db)).at(-1)?.isRunning;
  await onDatabase(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${other.instanceId()} AND objsubid = 2`,
  );
  expect(await isOtherRunning()).toBe(false);
  await vi.waitUntil(isOtherRunning, { timeout: 30_000, interval: 100 });
});

it("forgets instances that ended more than a week ago", async () => {
  await (await start("/data/one")).stop();
  await (await start("/data/other")).stop();
  await onDatabase(
    "UPDATE instances SET heartbeat_at = now() - interval '8 days' WHERE data_dir = '/data/one'",
  );
  const { db } = await start("/data/third");
  expect((await listInstances(db)).map(({ dataDir }: Instance) => dataDir)).toEqual([
    "/data/other",
    "/data/third",
  ]);
});

it("refuses what instances of an earlier version can't use while one of them runs, and names it", async () => {
  const one = await start("/data/one");
  const newer = newerMigrations(CONTRACT);
  const error = await start("/data/new", newer).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RecordsError);
  expect((error as Error).message).toBe(
    "This version changes the records in a way that earlier versions can't use (9000_later), and these instances still run: web (0.1.0, build abc, process 42). Stop them, then start this one again.",
  );
  await one.stop();
  await start("/data/new", newer);
  await expect(start("/data/one")).rejects.toThrow(NewerDataError);
});

it("lets an earlier version start again after a newer one has expanded the records beside it", async () => {
  await start("/data/one");
  await start("/data/new", newerMigrations(EXPAND));
  const again = await start("/data/one");
  expect(await listInstances(again.db)).toMatchObject([{ isRunning: true }, { isRunning: true }]);
});

it("tells a task that it is alone no more", async () => {
  const { alone } = await start("/data/one");
  const told = await alone(async (signal) => {
    expect(signal.aborted).toBe(false);
    await onDatabase(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    await vi.waitUntil(() => signal.aborted, { timeout: 30_000 });
    return signal.aborted;
  });
  expect(told).toBe(true);
});
