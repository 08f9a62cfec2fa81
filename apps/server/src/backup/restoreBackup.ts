import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { NewerDataError } from "../errors/newerDataError.ts";
import { MIGRATIONS } from "../storage/events/migrations/index.ts";
import { type Stores, type StoresOptions, startStores } from "../storage/stores.ts";
import { writeAtomically } from "../storage/writeAtomically.ts";
import { ArchiveError, type Manifest, readArchive } from "./archive.ts";
import { EVENTS, RECORDS, SECRETS } from "./createBackup.ts";
import { countEventRows, hasNoEventRows, listEventTables } from "./eventTables.ts";
import { clearRecords, countRecords, hasNoRecords, loadRecordRows, SEQUENCES } from "./recordTables.ts";

export interface ArchiveSummary {
  manifest: Manifest;
  /** Rows by section. */
  rows: ReadonlyMap<string, number>;
}

/** Reads an archive from its beginning to its end. @throws {ArchiveError} see {@link readArchive}. */
export async function checkArchive(file: string): Promise<ArchiveSummary> {
  const rows = new Map<string, number>();
  let manifest: Manifest | undefined;
  for await (const part of readArchive(file)) {
    if (part.part === "manifest") manifest = part.manifest;
    if (part.part === "end") rows.set(part.section, part.rows);
  }
  if (!manifest) throw new ArchiveError(`${file} is empty.`);
  return { manifest, rows };
}

interface RestoreOptions extends StoresOptions {
  file: string;
  onProgress?: (rows: number) => void;
}

/**
 * Fills new stores with an archive. They keep the schema of the version that wrote it; the next start brings it up to date.
 * @throws {ArchiveError} when the archive is unusable, before anything is written. @throws {RestoreError} when the stores have data, or have
 * other rows afterwards than the archive.
 */
export async function restoreBackup({
  file,
  onProgress = () => undefined,
  ...options
}: RestoreOptions): Promise<ArchiveSummary> {
  const summary = await checkArchive(file);
  const { manifest } = summary;
  const migrationsFolder = migrationsUntil(manifest, options.migrationsFolder);
  try {
    const isCurrent = migrationsFolder === options.migrationsFolder;
    const stores = await startStores({
      ...options,
      migrationsFolder,
      // The prepared records have the newest schema.
      preparedFolder: isCurrent ? options.preparedFolder : null,
      restoring: { migration: manifest.events },
    });
    try {
      await checkEmpty(stores);
      await clearRecords(stores.records.db);
      await load(file, { stores, dataDir: options.config.dataDir, manifest, onProgress });
      await compare(stores, summary);
    } finally {
      await stores.stop();
    }
  } finally {
    if (migrationsFolder !== options.migrationsFolder)
      rmSync(migrationsFolder, { recursive: true, force: true });
  }
  return summary;
}

/** Stores cannot be filled; the message is for the operator. */
export class RestoreError extends Error {
  override name = "RestoreError";
}

async function checkEmpty({ eventStore, records }: Stores): Promise<void> {
  const { others } = await listEventTables(eventStore);
  if ((await hasNoRecords(records.db)) && (await hasNoEventRows(eventStore, others))) return;
  throw new RestoreError(
    "These stores already have data, and a backup never replaces any. Set DATA_DIR to a new folder, and DATABASE_URL and CLICKHOUSE_URL, if you use them, to empty databases.",
  );
}

interface LoadOptions {
  stores: Stores;
  dataDir: string;
  manifest: Manifest;
  onProgress: (rows: number) => void;
}

async function load(file: string, { stores, dataDir, manifest, onProgress }: LoadOptions): Promise<void> {
  const { eventStore, records } = stores;
  let done = 0;
  let batch = 0;
  for await (const part of readArchive(file)) {
    if (part.part !== "rows") continue;
    const { section, lines } = part;
    batch += 1;
    if (section.startsWith(RECORDS)) await loadRecordRows(records.db, section.slice(RECORDS.length), lines);
    else if (section.startsWith(EVENTS))
      await eventStore.insertLines(section.slice(EVENTS.length), lines, `restored ${manifest.id} ${batch}`);
    else if (section === SECRETS) await writeSecretsKey(dataDir, lines[0]);
    else throw new ArchiveError(`This version does not know the section ${section} of the archive.`);
    done += lines.length;
    onProgress(done);
  }
  // A lead that was stored while the backup was made has no copy in it.
  await records.db.execute(sql`update leads set copied_version = 0, copy_claimed_until = null`);
}

async function writeSecretsKey(dataDir: string, line: Buffer | undefined): Promise<void> {
  const { key } = JSON.parse(String(line)) as { key: string };
  await writeAtomically(join(dataDir, "secrets.key"), `${key}\n`, { mode: 0o600 });
}

async function compare({ eventStore, records }: Stores, { rows }: ArchiveSummary): Promise<void> {
  const eventTables = [...rows.keys()].flatMap((section) =>
    section.startsWith(EVENTS) ? section.slice(EVENTS.length) : [],
  );
  const events = await countEventRows(eventStore, eventTables);
  for (const [section, expected] of rows) {
    const table = section.slice(section.indexOf(".") + 1);
    if (section === SECRETS || section === `${RECORDS}${SEQUENCES}`) continue;
    const stored = section.startsWith(RECORDS) ? await countRecords(records.db, table) : events.get(table);
    if (stored !== expected)
      throw new RestoreError(
        `${table} has ${stored} rows instead of ${expected}. Delete the stores that were filled, and try again.`,
      );
  }
}

/**
 * The folder with the record store's migrations up to the archive's, in a temporary folder if there are later ones.
 * @throws {NewerDataError} when a newer version wrote the archive.
 */
function migrationsUntil({ records, events }: Manifest, folder: string): string {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { when: number }[];
  };
  const entries = journal.entries.filter(({ when }) => when <= records);
  if (entries.at(-1)?.when !== records || !MIGRATIONS.some(({ number }) => number === events))
    throw new NewerDataError("The backup");
  if (entries.length === journal.entries.length) return folder;
  const earlier = mkdtempSync(join(tmpdir(), "marquee-migrations-"));
  cpSync(folder, earlier, { recursive: true });
  writeFileSync(join(earlier, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
  return earlier;
}
