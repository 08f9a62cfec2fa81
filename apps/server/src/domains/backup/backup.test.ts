import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "../../platform/storage/reconcile.ts";
import { startRecords } from "../../platform/storage/records/startRecords.ts";
import { startStores } from "../../platform/storage/stores.ts";
import { type Backups, createBackups, eventRowsIn, FOLDER_KEY, NOON } from "../../testing/backups.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { eventRow, eventRows } from "../../testing/eventRow.ts";
import { newLead } from "../../testing/newLead.ts";
import { recordedRows } from "../../testing/recordedRows.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { createDatabase, TEST_POSTGRES, urlOf } from "../../testing/testDatabase.ts";
import { goals } from "../goals/tables.ts";
import { leads } from "../leads/tables.ts";
import { readImage, storeImage } from "../publishing/uploadedImages.ts";
import { hasNoEventRows } from "./eventTables.ts";
import { checkArchive, restoreBackup } from "./restoreBackup.ts";

const HOSTILE = 'Line\nbreak, "quotes", \\ \u0001 and 日本語 #{"complete":true}';
/** An uploaded image in three parts. */
const BODY = randomBytes(600_000);
const IMAGE = { hash: "a".repeat(64), width: 8, height: 6, format: "png", bytes: BODY.byteLength } as const;
let stores: TestStores;
let backups: Backups;
let folder: string;
let file: string;
/** The content of the backup. */
let whole: string;

beforeAll(async () => {
  stores = await borrowTestStores();
  backups = await createBackups(stores);
  ({ folder } = backups);
  file = join(folder, "whole.backup");
  await fill(stores);
  await backups.backUp(file);
  whole = gunzipSync(readFileSync(file)).toString();
});
afterAll(async () => {
  backups.remove();
  await stores.stop();
});

async function fill({ records: { db }, eventStore, spool, drain }: TestStores): Promise<void> {
  await db.insert(leads).values([
    { ...newLead("ada@trellis.example"), message: HOSTILE, attribution: { source: HOSTILE } },
    { ...newLead("bob@trellis.example"), copiedVersion: 1 },
  ]);
  const by = {
    revision: 1,
    createdAt: new Date(NOON),
    createdBy: "ada",
    updatedAt: new Date(),
    updatedBy: "ada",
  };
  const condition = { kind: "page", match: "is", path: "/pricing" } as const;
  const named = (name: string) => ({ ...by, name, condition, value: null, isArchived: false });
  await db.insert(goals).values([named("Saw prices"), named("Deleted")]);
  await db.delete(goals).where(eq(goals.name, "Deleted"));
  await eventStore.insert("events", eventRows(6000, "early "), "early");
  // The store has it twice until it merges.
  await eventStore.insert("events", [eventRow({ message_id: "early 1" })], "again");
  await reconcile({ eventStore, drain }, { margin: 0 });
  await eventStore.insert("events", [eventRow({ message_id: "late", title: HOSTILE })], "late");
  await storeImage(db, { file: IMAGE, body: BODY }, { actor: "ada", now: NOON });
  await eventStore.insert("replay_segments", [recordedRows.segment("s", "visitor", NOON)], "segment");
  await spool.append(eventRows(20, "spooled "));
}

const restoreTo = (dataDir: string, from = file) => backups.restore(from, dataDir);

/** A database without a schema; null in tests that run on the embedded store. */
async function emptyDatabase(): Promise<string | null> {
  const server = process.env[TEST_POSTGRES];
  if (!server) return null;
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(server, name);
  return urlOf(server, name);
}

describe("a restored backup", () => {
  it("has everything that was acknowledged, and goes on where the backed up stores were", async () => {
    const dataDir = temporaryDir();
    const { rows } = await restoreTo(dataDir);
    expect([rows.get("events.events"), rows.get("records.leads")]).toEqual([6021, 2]);
    expect(readFileSync(join(dataDir, "secrets.key"), "utf8")).toBe(`${FOLDER_KEY}\n`);
    const restored = await startStores(await backups.optionsFor(dataDir));
    try {
      expect(await eventRowsIn(restored)).toEqual(await eventRowsIn(stores));
      const [ada, bob] = await restored.records.db.select().from(leads).orderBy(asc(leads.email));
      const [was] = await stores.records.db.select().from(leads).orderBy(asc(leads.email));
      expect(ada).toEqual(was);
      expect((await readImage(restored.records.db, IMAGE.hash))?.equals(BODY)).toBe(true);
      // Copied again: the copy may be younger than the backup's events.
      expect(bob).toMatchObject({ email: "bob@trellis.example", copiedVersion: 0 });
      const [goal] = await restored.records.db.select().from(goals);
      expect(goal).toMatchObject({ name: "Saw prices", createdAt: new Date(NOON) });
      const { rows } = (await restored.records.db.execute(
        sql`select nextval(pg_get_serial_sequence('goals', 'id'))::integer as id`,
      )) as unknown as { rows: { id: number }[] };
      expect(rows[0]?.id, "The deleted goal's ID is not used again.").toBe((goal?.id ?? 0) + 2);
    } finally {
      await restored.stop();
    }
    await expect(restoreTo(dataDir)).rejects.toThrow("These stores already have data");
  });

  it("gets the schema of the version that wrote it, which the next start brings up to date", async () => {
    const dataDir = temporaryDir();
    const [first = "", ...rest] = whole.split("\n");
    // The version before the notes on charts.
    const manifest = { ...(JSON.parse(first.slice(1)) as object), format: 1, records: 1_795_320_000_000 };
    const [from, to] = ['#{"section":"records.goals"', '#{"end":"records.goals"'].map((start) =>
      rest.findIndex((line) => line.startsWith(start)),
    ) as [number, number];
    const end = '#{"complete":true,"sections":1,"rows":1}\n';
    const lines = [`#${JSON.stringify(manifest)}`, ...rest.slice(from, to + 1), end];
    const { config, ...options } = await backups.optionsFor(dataDir);
    const empty = { ...options, config: { ...config, databaseUrl: await emptyDatabase() } };
    await restoreBackup({ file: write("old.backup", lines.join("\n")), ...empty });
    // The test before starts a restored event store.
    const records = await startRecords({ ...empty, ...empty.config });
    expect(await records.db.select({ name: goals.name }).from(goals)).toEqual([{ name: "Saw prices" }]);
    await records.db.execute(sql`select 1 from notes`);
    await records.stop();
  });
});

it.runIf(process.env[TEST_POSTGRES])("from PostgreSQL can be restored into the embedded store", async () => {
  const dataDir = temporaryDir();
  const { config, ...options } = await backups.optionsFor(dataDir);
  await restoreBackup({ file, ...options, config: { ...config, databaseUrl: null } });
  const records = await startRecords({ ...options, dataDir, databaseUrl: null });
  expect(await records.db.select({ email: leads.email }).from(leads).orderBy(asc(leads.email))).toEqual(
    await stores.records.db.select({ email: leads.email }).from(leads).orderBy(asc(leads.email)),
  );
  await records.stop();
});

const write = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, gzipSync(text, { level: 1 }));
  return path;
};

/** An archive with the last line that a changed one would have, had it been written like that. */
function sealed(text: string): string {
  const lines = text.split("\n").slice(0, -2);
  const marks = lines.filter((line) => line.startsWith("#"));
  const sections = marks.filter((line) => line.startsWith('#{"section"')).length;
  const sha256 = createHash("sha256")
    .update(marks.map((line) => `${line}\n`).join(""))
    .digest("hex");
  const end = { complete: true, sections, rows: lines.length - marks.length, sha256 };
  return [...lines, `#${JSON.stringify(end)}`, ""].join("\n");
}

const withoutGoals = (text: string) =>
  text.replace(/#\{"section":"records.goals"[\s\S]*?#\{"end":"records.goals"[^\n]*\n/, "");

describe("an archive is rejected before anything is written", () => {
  it.each<[string, (text: string) => string, string | RegExp]>([
    [
      "a changed row",
      (text) => text.replace("early 77", "early 78"),
      "the rows of events.events differ from those",
    ],
    ["a missing row", (text) => text.replace(/\n\{[^\n]*bob@[^\n]*/, ""), "the rows of records.leads differ"],
    [
      "a missing begin of a section",
      (text) => text.replace(/#\{"section":"records.goals"\}\n/, ""),
      "it has rows outside of a section",
    ],
    ["a missing section", withoutGoals, "the section records.goals is missing"],
    [
      "a missing section that it counts",
      (text) => sealed(withoutGoals(text)),
      "the section records.goals is missing",
    ],
    [
      "a missing section that it does not name",
      (text) => sealed(withoutGoals(text).replace('"records.goals",', "")),
      "the section records.goals is missing",
    ],
    [
      "a missing section of an archive of format 1",
      (text) =>
        withoutGoals(text)
          .replace('"format":2', '"format":1')
          .replace(/,"sections":\[[^\]]*\]/, ""),
      /it has \d+ sections with \d+ rows instead of \d+ with \d+/,
    ],
    [
      "another date",
      (text) => text.replace("2026-06-01T12", "2026-06-02T12"),
      "its description differs from the one",
    ],
    [
      "another order",
      (text) =>
        sealed(text.replace('"records.goals",', "").replace('"sections":[', '"sections":["records.goals",')),
      "its description differs from the one",
    ],
    ["a missing end", (text) => text.replace(/#\{"complete"[^\n]*\n$/, ""), "its end is missing"],
    ["a second end", (text) => `${text}#{"complete":true}\n`, "it continues after its end"],
    ["a newer format", (text) => text.replace('"format":2', '"format":3'), "newer version of Marquee"],
    [
      "a newer schema",
      (text) => sealed(text.replace(/"events":\d+/, '"events":9999')),
      "newer version of Marquee",
    ],
    ["other text", () => "SELECT 1;\n", "is not a backup"],
    ["other JSON", () => '#{"backup":"other"}\n', "is not a backup"],
  ])("%s", async (name, change, problem) => {
    const dataDir = temporaryDir();
    const changed = change(whole);
    expect(changed).not.toBe(whole);
    await expect(restoreTo(dataDir, write(`${name}.backup`, changed))).rejects.toThrow(problem);
  });

  it("cut off, or not compressed", async () => {
    const cut = write("cut.backup", whole);
    truncateSync(cut, 2000);
    await expect(checkArchive(cut)).rejects.toThrow("its end is missing");
    const plain = join(folder, "plain.backup");
    writeFileSync(plain, "hello");
    await expect(checkArchive(plain)).rejects.toThrow("is not a backup");
  });
});

it("finds rows in any table of the event store", async () => {
  const { eventStore } = stores;
  expect(await hasNoEventRows(eventStore, ["interactions", "monitoring_events"])).toBe(true);
  expect(await hasNoEventRows(eventStore, ["interactions", "events"])).toBe(false);
  await expect(hasNoEventRows(eventStore, ["events", "elsewhere"])).rejects.toThrow("no table elsewhere");
});

it("waits for events that are not stored yet, and says so when they stay", async () => {
  await stores.drain.between(async () => {
    await stores.spool.append(eventRows(3, "waiting "));
    const early = backups.backUp(join(folder, "early.backup"), { patience: 0 });
    await expect(early).rejects.toThrow("3 events are waiting to be stored. Back up again");
  });
});

it("ends when a store breaks off", async () => {
  const { eventStore } = stores;
  const breaking = {
    ...eventStore,
    streamLines: () =>
      eventStore.streamLines("SELECT throwIf(number = 200000, 'broken') FROM numbers(300000)"),
  };
  await expect(backups.backUp(join(folder, "broken.backup"), { eventStore: breaking })).rejects.toThrow();
  await expect(checkArchive(join(folder, "broken.backup"))).rejects.toThrow("its end is missing");
});

it("ends when the file cannot be written", async () => {
  await expect(backups.backUp(join(folder, "missing/x.backup"))).rejects.toThrow("ENOENT");
  // Nothing stays locked.
  await backups.backUp(join(folder, "next.backup"));
  await checkArchive(join(folder, "next.backup"));
});
