import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Stores } from "../../platform/storage/stores.ts";
import { writeAtomically } from "../../platform/storage/writeAtomically.ts";
import { KEY_FILE } from "../connections/secretsKey.ts";
import { ArchiveError, readArchive } from "./archive.ts";
import { RestoreError } from "./claimStores.ts";
import { EVENTS, RECORDS, SECRETS } from "./createBackup.ts";
import { countEventRows, emptyEventTable, listExpiringTables } from "./eventTables.ts";
import { clearRecords, countRecords, loadRecordRows, SEQUENCES } from "./recordTables.ts";

type Filled = Pick<Stores, "eventStore" | "records">;
/** Rows by section. */
type RowCounts = ReadonlyMap<string, number>;

interface FillOptions {
  file: string;
  /** What the archive has. */
  rows: RowCounts;
  /** Called after each batch. @param rows read so far. */
  onProgress: (rows: number) => void;
}

/**
 * Stores the rows of an archive. Sections that an interrupted restore has completed are kept; the section that it stopped in is emptied and stored
 * again.
 * @returns the key of connections' secrets; null if the archive has none.
 */
export async function fillStores(
  stores: Filled,
  { file, rows, onProgress }: FillOptions,
): Promise<string | null> {
  // A batch of an earlier attempt may still be in flight, and the store must not deduplicate this attempt's batch
  // against it.
  const attempt = randomUUID();
  let current = "";
  let isStored = false;
  let key: string | null = null;
  let done = 0;
  let batch = 0;
  for await (const part of readArchive(file)) {
    if (part.part !== "rows") continue;
    const { section, lines } = part;
    if (section !== current) isStored = await prepareSection(stores, section, rows);
    current = section;
    batch += 1;
    if (section === SECRETS) key = (JSON.parse(String(lines[0])) as { key: string }).key;
    else if (!isStored) await storeRows(stores, { section, lines, token: `restored ${attempt} ${batch}` });
    done += lines.length;
    onProgress(done);
  }
  // A lead that was stored while the backup was made has no copy in it.
  await stores.records.db.execute(sql`update leads set copied_version = 0, copy_claimed_until = null`);
  return key;
}

/**
 * Empties a section's table, unless it has all rows.
 * @returns true if it has. Each batch is stored once, so a table with as many rows as the archive has the same rows.
 */
async function prepareSection(stores: Filled, section: string, rows: RowCounts): Promise<boolean> {
  const table = tableOf(section);
  if (table === null) return false;
  const stored = await countSection(stores, section, table);
  if (stored === rows.get(section)) return true;
  if (stored === 0) return false;
  // Tables that reference it come later in the archive.
  if (section.startsWith(RECORDS)) await clearRecords(stores.records.db, [table]);
  else await emptyEventTable(stores.eventStore, table);
  return false;
}

async function storeRows(
  { eventStore, records }: Filled,
  { section, lines, token }: { section: string; lines: readonly Buffer[]; token: string },
): Promise<void> {
  if (section.startsWith(RECORDS)) await loadRecordRows(records.db, section.slice(RECORDS.length), lines);
  else await eventStore.insertLines(section.slice(EVENTS.length), lines, token);
}

/** @throws {RestoreError} if a table's rows differ from the archive's. */
export async function compareStores(stores: Filled, rows: RowCounts): Promise<void> {
  const expiring = await listExpiringTables(stores.eventStore);
  for (const [section, expected] of rows) {
    const table = tableOf(section);
    if (table === null) continue;
    const stored = await countSection(stores, section, table);
    const mayHaveFewer = section.startsWith(EVENTS) && expiring.has(table);
    if (stored === expected || (mayHaveFewer && stored < expected)) continue;
    throw new RestoreError(
      `${table} has ${stored} rows instead of ${expected}. Delete the stores that were filled, and try again.`,
    );
  }
}

/** @returns null for a section that is not a table. @throws {ArchiveError} for an unknown one. */
function tableOf(section: string): string | null {
  if (section === SECRETS || section === `${RECORDS}${SEQUENCES}`) return null;
  for (const prefix of [RECORDS, EVENTS]) if (section.startsWith(prefix)) return section.slice(prefix.length);
  throw new ArchiveError(`This version doesn't recognize the section ${section} of the archive.`);
}

async function countSection(
  { eventStore, records }: Filled,
  section: string,
  table: string,
): Promise<number> {
  if (section.startsWith(RECORDS)) return countRecords(records.db, table);
  return (await countEventRows(eventStore, [table])).get(table) ?? 0;
}

/** Puts the archive's key into a data folder, where a server without `SECRETS_KEY` finds it. */
export async function writeKeyFile(dataDir: string, key: string): Promise<void> {
  await writeAtomically(join(dataDir, KEY_FILE), `${key}\n`, { mode: 0o600 });
}
