import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { createBackup } from "../domains/backup/createBackup.ts";
import { listEventTables, sourcesOf } from "../domains/backup/eventTables.ts";
import { readRecords } from "../domains/backup/recordTables.ts";
import { restoreBackup } from "../domains/backup/restoreBackup.ts";
import type { Config } from "../platform/config/config.ts";
import { copyRecords } from "../platform/storage/records/recordsTemplate.ts";
import type { StoresOptions } from "../platform/storage/stores.ts";
import { eventProcess } from "./eventProcess.ts";
import { migrationsFolder, silent, type TestStores } from "./startTestStores.ts";
import { createTemporaryDir, removeDir } from "./temporaryDir.ts";
import { databaseOf } from "./testDatabase.ts";

/** When backups of tests are made. */
export const NOON = Date.UTC(2026, 5, 1, 12);
/** The key of secrets in the data folder of a test's stores. */
export const FOLDER_KEY = Buffer.alloc(32, 5).toString("base64url");

type RestoreConfig = StoresOptions["config"] & Pick<Config, "secretsKey" | "secretsKeyBefore">;

/** Makes backups of a test's stores, and restores them. */
export interface Backups {
  /** Folder for files. */
  folder: string;
  /** @param to a file, or a stream. @param options to replace. */
  backUp(to: string | Writable, options?: object): Promise<void>;
  /** For a restore into a data folder, or a start on it. */
  optionsFor(
    dataDir: string,
    change?: Partial<RestoreConfig>,
  ): Promise<StoresOptions & { config: RestoreConfig }>;
  restore(
    file: string,
    dataDir: string,
    options?: { change?: Partial<RestoreConfig>; onProgress?: (rows: number) => void },
  ): ReturnType<typeof restoreBackup>;
  remove(): void;
}

export async function createBackups(stores: TestStores): Promise<Backups> {
  const folder = createTemporaryDir();
  writeFileSync(join(folder, "secrets.key"), `${FOLDER_KEY}\n`);
  const preparedFolder = join(folder, "build");
  // Like the product's build.
  await copyRecords(preparedFolder, migrationsFolder);
  const optionsFor: Backups["optionsFor"] = async (dataDir, change = {}) => ({
    config: {
      dataDir,
      databaseUrl: await databaseOf(dataDir),
      clickhouseUrl: null,
      publicUrl: "https://trellis.example",
      retentionDays: null,
      replayRetentionDays: null,
      secretsKey: null,
      secretsKeyBefore: null,
      ...change,
    },
    eventProcess,
    migrationsFolder,
    preparedFolder,
    log: silent,
  });
  return {
    folder,
    optionsFor,
    backUp(to, options = {}) {
      const { eventStore, records, drain, recordings } = stores;
      const parts = { eventStore, records, ingest: { drain, recordings }, dataDir: folder, now: () => NOON };
      return createBackup({ ...parts, ...options }, typeof to === "string" ? createWriteStream(to) : to);
    },
    async restore(file, dataDir, { change, onProgress } = {}) {
      const options = await optionsFor(dataDir, change);
      return restoreBackup({ file, ...options, ...(onProgress && { onProgress }) });
    },
    remove: () => removeDir(folder),
  };
}

/** All rows of the event store by table as read, in any order. */
export async function eventRowsIn({
  eventStore,
}: Pick<TestStores, "eventStore">): Promise<Record<string, string[]>> {
  const { leads, otherTables } = await listEventTables(eventStore);
  const sources = await sourcesOf(eventStore, [...leads, ...otherTables]);
  const tables = [...sources].map(async ([table, source]) => {
    const rows = await eventStore.query<object>(`SELECT * FROM ${source}`);
    return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** All rows of the record store by table, in any order. */
export async function recordRowsIn({
  records,
}: Pick<TestStores, "records">): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  await readRecords(records.db, {
    whenFrozen: async () => undefined,
    async onSection(name, rows) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of rows) chunks.push(chunk);
      tables[name] = Buffer.concat(chunks).toString().split("\n").sort();
    },
  });
  return tables;
}
