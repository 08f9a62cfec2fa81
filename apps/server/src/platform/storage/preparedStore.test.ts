import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { accounts } from "../../domains/accounts/tables.ts";
import { eventProcess } from "../../testing/eventProcess.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { migrationsFolder, silent, startTestEvents, TEST_SITE } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { startEventStore } from "./events/eventStore.ts";
import { copyPreparedStore } from "./preparedStore.ts";
import { copyRecords } from "./records/recordsTemplate.ts";
import { startRecords } from "./records/startRecords.ts";

let dir: string;
let prepared: string;
let folder: string;

/** A small folder instead of a cluster, readable by everyone. */
beforeEach(() => {
  dir = temporaryDir();
  [prepared, folder] = [join(dir, "prepared"), join(dir, "records")];
  mkdirSync(join(prepared, "base/1"), { recursive: true, mode: 0o755 });
  writeFileSync(join(prepared, "PG_VERSION"), "18", { mode: 0o644 });
  writeFileSync(join(prepared, "base/1/12"), "table", { mode: 0o644 });
  mkdirSync(folder);
});

const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);

describe("copyPreparedStore", () => {
  it("copies into an empty folder, for this user only", () => {
    copyPreparedStore(prepared, folder);
    expect(readFileSync(join(folder, "base/1/12"), "utf8")).toBe("table");
    expect(["", "base", "base/1"].map(modeOf)).toEqual(["700", "700", "700"]);
    expect(["PG_VERSION", "base/1/12"].map(modeOf)).toEqual(["600", "600"]);
    expect(readdirSync(dir).sort()).toEqual(["prepared", "records"]);
  });

  it("copies behind a symbolic link", () => {
    symlinkSync(folder, join(dir, "link"));
    copyPreparedStore(prepared, join(dir, "link"));
    expect(existsSync(join(folder, "PG_VERSION"))).toBe(true);
  });

  it("keeps symbolic links, which stay within the copy", () => {
    symlinkSync("base/1", join(prepared, "first"));
    copyPreparedStore(prepared, folder);
    expect(realpathSync(join(folder, "first"))).toBe(join(realpathSync(folder), "base/1"));
  });

  it("never uses the partial copy of a killed process", () => {
    mkdirSync(`${folder}.unfinished/base`, { recursive: true });
    writeFileSync(`${folder}.unfinished/base/old`, "half");
    copyPreparedStore(prepared, folder);
    expect(existsSync(join(folder, "base/old"))).toBe(false);
    expect(existsSync(join(folder, "base/1/12"))).toBe(true);
  });

  it("leaves a folder with data unchanged, and an empty one if the build has no store", () => {
    copyPreparedStore(join(dir, "missing"), folder);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "mine"), "data");
    copyPreparedStore(prepared, folder);
    expect(readdirSync(folder)).toEqual(["mine"]);
  });
});

it("a record store opens on a copy of the prepared one", { timeout: 2 * ONE_MINUTE }, async () => {
  await copyRecords(join(dir, "build"), migrationsFolder);
  const common = { databaseUrl: null, migrationsFolder, log: silent };
  const built = await startRecords({ ...common, dataDir: join(dir, "build"), preparedFolder: null });
  await built.db.insert(accounts).values({ email: "a@b.example", passwordHash: "-", role: "owner" });
  await built.stop();
  const preparedFolder = join(dir, "build");
  const records = await startRecords({ ...common, dataDir: join(dir, "data"), preparedFolder });
  expect(await records.db.select({ email: accounts.email }).from(accounts)).toEqual([
    { email: "a@b.example" },
  ]);
  await records.stop();
});

it("an event store opens on a copy of the prepared one, for this user only, and keeps its own retention", async () => {
  const built = await startTestEvents(join(dir, "build"), { retentionDays: 90 });
  await built.insert("events", [eventRow({ message_id: "built", timestamp: Date.now() })], "token");
  await built.stop();
  const dataDir = join(dir, "data");
  const events = await startEventStore({
    dataDir,
    clickhouseUrl: null,
    site: TEST_SITE,
    retentionDays: 30,
    replayRetentionDays: null,
    processEntry: eventProcess.entry,
    execArgv: eventProcess.execArgv,
    preparedFolder: join(dir, "build"),
    log: silent,
  });
  expect(await events.query("SELECT message_id FROM events")).toEqual([{ message_id: "built" }]);
  const [table] = await events.query<{ sql: string }>(
    "SELECT create_table_query AS sql FROM system.tables WHERE name = 'events'",
  );
  expect(table?.sql).toContain("toIntervalDay(30)");
  await events.stop();
  expect((statSync(join(dataDir, "events")).mode & 0o777).toString(8)).toBe("700");
  expect(readdirSync(dataDir)).toEqual(["events"]);
});
