import { randomUUID } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeEach, expect, inject, it, onTestFinished, vi } from "vitest";
import { migrationsFolder, silent } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { createDatabase, TEMPLATE_DATABASE, urlOf } from "../../../testing/testDatabase.ts";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { RecordsError } from "../../errors/recordsError.ts";
import { describeInstance, type Instance, listInstances, noteHeartbeat } from "./instances.ts";
import type { Records } from "./records.ts";
import { startRecords } from "./startRecords.ts";

const server = inject("postgresUrl");
const LATER = 9_000_000_000_000;
/** IDs of data folders. */
const [ONE, OTHER, NEW, THIRD] = [1, 2, 3, 4].map(
  (digit) => `00000000-0000-4000-8000-00000000000${digit}`,
) as [string, string, string, string];
let databaseUrl: string;

beforeEach(async () => {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(server, name, TEMPLATE_DATABASE);
  databaseUrl = urlOf(server, name);
});

/** Starts an instance's record store, which is stopped after the test. */
async function start(folder: string, migrations = migrationsFolder): Promise<Records> {
  const instance = { folder, host: "web", pid: 42, version: "0.1.0", build: "abc", eventsMigration: 17 };
  const options = { dataDir: "", migrationsFolder: migrations, preparedFolder: null, instance, log: silent };
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
  const [one, other] = [await start(ONE), await start(OTHER)];
  const list = () => listInstances(one.db);
  const facts = { host: "web", version: "0.1.0", build: "abc", eventsMigration: 17, endedAt: null };
  expect(await list()).toMatchObject([
    { ...facts, folder: ONE, isRunning: true },
    { ...facts, folder: OTHER, isRunning: true },
  ]);
  expect((await list()).map(describeInstance)[0]).toBe("web (0.1.0, build abc, process 42)");
  await noteHeartbeat(other.db, other.instanceId() ?? 0, { spool: 7 });
  await other.stop();
  const [, stopped] = await list();
  expect(stopped).toMatchObject({ isRunning: false, report: { spool: 7 } });
  expect(stopped?.endedAt).toBeInstanceOf(Date);
  const again = await start(OTHER);
  expect(again.instanceId()).toBe(stopped?.id);
  expect(await list()).toMatchObject([{}, { ...facts, isRunning: true, report: null }]);
});

/** Ends the connections that show that an instance is running. */
const cutOff = (records: Records) =>
  onDatabase(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${records.instanceId()} AND objsubid = 2`,
  );
/** Simulates an instance that was killed some time ago. */
const silence = () => onDatabase("UPDATE instances SET heartbeat_at = now() - interval '61 seconds'");

it("counts as running while its connection is briefly lost, and holds its lock again afterward", async () => {
  const [one, other] = [await start(ONE), await start(OTHER)];
  const isOtherRunning = async () => (await listInstances(one.db)).at(-1)?.isRunning;
  await cutOff(other);
  expect(await isOtherRunning()).toBe(true);
  await silence();
  await vi.waitUntil(isOtherRunning, { timeout: 30_000, interval: 100 });
});

it("no longer counts as running a minute after it was killed", async () => {
  const [one, other] = [await start(ONE), await start(OTHER)];
  await cutOff(other);
  await silence();
  expect((await listInstances(one.db)).map(({ isRunning }) => isRunning)).toEqual([true, false]);
});

it("is separate on a copy of another instance's folder", async () => {
  const [one, copied] = [await start(ONE), await start(ONE)];
  expect(await listInstances(one.db)).toMatchObject([{ isRunning: true, folder: ONE }, { isRunning: true }]);
  expect(copied.instanceId()).not.toBe(one.instanceId());
});

it("forgets instances that ended more than a week ago", async () => {
  await (await start(ONE)).stop();
  await (await start(OTHER)).stop();
  await onDatabase(`UPDATE instances SET heartbeat_at = now() - interval '8 days' WHERE folder = '${ONE}'`);
  const { db } = await start(THIRD);
  expect((await listInstances(db)).map(({ folder }: Instance) => folder)).toEqual([OTHER, THIRD]);
});

it("rejects changes that a running instance of an earlier version can't use, and names it", async () => {
  const one = await start(ONE);
  const newer = newerMigrations(CONTRACT);
  const error = await start(NEW, newer).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RecordsError);
  expect((error as Error).message).toBe(
    "This version changes the records in a way that earlier versions can't use (9000_later), and these instances are still running: web (0.1.0, build abc, process 42). Stop them, then start this one again.",
  );
  // Even while its connection is lost.
  await cutOff(one);
  await expect(start(NEW, newer)).rejects.toThrow(RecordsError);
  await one.stop();
  await start(NEW, newer);
  await expect(start(ONE)).rejects.toThrow(NewerDataError);
});

it("lets an earlier version restart after a newer one has expanded the records", async () => {
  const one = await start(ONE);
  await start(NEW, newerMigrations(EXPAND));
  await one.stop();
  const again = await start(ONE);
  expect(await listInstances(again.db)).toMatchObject([{ isRunning: true }, { isRunning: true }]);
});

it("upgrades an instance that was killed a moment ago, on its own folder", async () => {
  await cutOff(await start(ONE));
  await start(ONE, newerMigrations(CONTRACT));
});

it("lets others start while one runs a task alone, unless that is exclusive", async () => {
  const one = await start(ONE);
  await one.alone(async () => {
    await start(OTHER);
  });
  const stopping = new AbortController();
  let isStarted = false;
  let starting: Promise<unknown> = Promise.resolve();
  await one.alone(
    async () => {
      starting = start(THIRD).then(() => {
        isStarted = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(isStarted).toBe(false);
    },
    { isExclusive: true, signal: stopping.signal },
  );
  await starting;
  expect(isStarted).toBe(true);
});

it("serializes erasures, and allows an exclusive event store task meanwhile", async () => {
  const [one, other] = [await start(ONE), await start(OTHER)];
  const order: string[] = [];
  let second: Promise<unknown> = Promise.resolve();
  await one.alone(
    async () => {
      second = other.alone(async () => order.push("second erasure"), { turn: "erasure" });
      await other.alone(async () => order.push("migration"));
      await new Promise((resolve) => setTimeout(resolve, 500));
      order.push("first erasure ends");
    },
    { turn: "erasure" },
  );
  await second;
  expect(order).toEqual(["migration", "first erasure ends", "second erasure"]);
});

it("waits for its turn only as long as requested", async () => {
  const [one, other] = [await start(ONE), await start(OTHER)];
  await one.alone(async () => {
    const stopping = new AbortController();
    const waiting = other.alone(async () => "done", { signal: stopping.signal });
    stopping.abort();
    await expect(waiting).rejects.toThrow();
  });
});

it("notifies a task that it is no longer alone", async () => {
  const { alone } = await start(ONE);
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
