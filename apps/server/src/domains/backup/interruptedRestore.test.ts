import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRecords } from "../../platform/storage/records/startRecords.ts";
import { markFolder, unmarkFolder } from "../../platform/storage/restoring.ts";
import { startStores } from "../../platform/storage/stores.ts";
import { type Backups, createBackups, eventRowsIn, recordRowsIn } from "../../testing/backups.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { eventRow, eventRows } from "../../testing/eventRow.ts";
import { newLead } from "../../testing/newLead.ts";
import { startEngine } from "../../testing/startEngine.ts";
import { openNewEvents, type TestStores } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir, temporaryDir } from "../../testing/temporaryDir.ts";
import { leads } from "../leads/tables.ts";
import { readArchive } from "./archive.ts";
import { checkArchive } from "./restoreBackup.ts";

/** Ends a restore after a batch, as a power failure would. */
class Stopped extends Error {}

const INCOMPLETE =
  /^The restore of .*first\.backup is not complete\. .*npm run restore -- .*first\.backup\. Or start over/;
let stores: TestStores;
let backups: Backups;
let file: string;
/** The section of each batch. */
let batches: string[];

beforeAll(async () => {
  stores = await borrowTestStores();
  backups = await createBackups(stores);
  file = join(backups.folder, "first.backup");
  await fill(stores);
  await backups.backUp(file);
  await stores.eventStore.command(
    "ALTER TABLE rejected_events MODIFY TTL toDateTime(received_at) + INTERVAL 30 DAY",
  );
  batches = [];
  for await (const part of readArchive(file)) if (part.part === "rows") batches.push(part.section);
});
afterAll(async () => {
  backups.remove();
  await stores.stop();
});

async function fill({ records, eventStore }: TestStores): Promise<void> {
  await records.db.insert(leads).values([newLead("ada@trellis.example"), newLead("bob@trellis.example")]);
  await eventStore.insert("events", eventRows(6000, "event "), "events");
  await eventStore.insert("events", [eventRow({ message_id: "event 1" })], "again");
  // Tables whose rows have no key by which duplicates could be detected.
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const counts = Array.from({ length: 6000 }, (_, n) => ({ minute, name: "page", label: `${n}`, count: n }));
  await eventStore.insert("tallies", counts, "counts");
  // Would expire in any store except this one.
  await eventStore.command("ALTER TABLE rejected_events REMOVE TTL");
  await eventStore.insert("rejected_events", [{ received_at: 0, reason: "schema" }], "expired");
  await eventStore.insert("reconciled", [{ until: "2026-06-01 12:00:00.000" }], "until");
}

describe("an interrupted restore", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = createTemporaryDir();
    await interrupt(1);
  });
  afterAll(() => removeDir(dataDir));

  /** Restores up to a batch. */
  async function interrupt(batch: number): Promise<void> {
    let left = batch;
    const onProgress = () => {
      left -= 1;
      if (left === 0) throw new Stopped();
    };
    await expect(backups.restore(file, dataDir, { onProgress })).rejects.toThrow(Stopped);
  }

  it("is not served, and says how to continue", async () => {
    const options = await backups.optionsFor(dataDir);
    await expect(startStores(options)).rejects.toThrow(INCOMPLETE);
    // Each store has its own mark, because it may be used with a different folder.
    unmarkFolder(dataDir);
    await expect(startRecords({ ...options, ...options.config })).rejects.toThrow(INCOMPLETE);
    const server = await startEngine(dataDir);
    try {
      // A normal start retries errors that may be temporary.
      const { url: clickhouseUrl } = server;
      const { eventStore, started } = openNewEvents(temporaryDir(), { clickhouseUrl, isPatient: true });
      await expect(started).rejects.toThrow(INCOMPLETE);
      await eventStore.stop();
    } finally {
      await server.kill();
    }
  });

  it("does not continue with another backup", async () => {
    const other = join(backups.folder, "other.backup");
    await backups.backUp(other);
    await interrupt(2);
    await expect(backups.restore(other, dataDir)).rejects.toThrow(INCOMPLETE);
  });

  it("continues with the same backup wherever it was interrupted, and stores nothing twice", async () => {
    const after = (section: string) => batches.indexOf(section) + 1;
    const large = ["events.events", "events.tallies"];
    expect(large.map((section) => batches.filter((each) => each === section).length)).toEqual([2, 2]);
    for (const batch of [after("records.leads"), ...large.map(after), batches.length]) await interrupt(batch);
    const { rows } = await backups.restore(file, dataDir);
    expect(rows.get("events.rejected_events")).toBe(1);
    const restored = await startStores(await backups.optionsFor(dataDir));
    try {
      expect(await eventRowsIn(restored)).toEqual(await eventRowsIn(stores));
      expect(await recordRowsIn(restored)).toEqual(await recordRowsIn(stores));
    } finally {
      await restored.stop();
    }
    // The folder's mark says nothing about the stores that it is used with.
    await markFolder(dataDir, { id: (await checkArchive(file)).manifest.id, file });
    await expect(backups.restore(file, dataDir)).rejects.toThrow("These stores already have data");
  });
});
