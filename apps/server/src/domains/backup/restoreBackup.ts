import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionKind } from "@marquee/contract/schema";
import { NewerDataError } from "../../platform/errors/newerDataError.ts";
import { MIGRATIONS } from "../../platform/storage/events/migrations/index.ts";
import { type Stores, type StoresOptions, startStores } from "../../platform/storage/stores.ts";
import { encryptAgain } from "../connections/encryptAgain.ts";
import { isSecretsKey, type KeyConfig, loadSecretsKeys } from "../connections/secretsKey.ts";
import { ArchiveError, type Manifest, readArchive } from "./archive.ts";
import { claimStores, releaseStores } from "./claimStores.ts";
import { sectionsOf } from "./createBackup.ts";
import { compareStores, fillStores, writeKeyFile } from "./fillStores.ts";

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
  config: StoresOptions["config"] & KeyConfig;
  /** Called after each batch. @param rows read so far. */
  onProgress?: (rows: number) => void;
}

interface Restored extends ArchiveSummary {
  /** Connections whose secrets can't be decrypted with the available keys. */
  unreadable: ConnectionKind[];
}

/**
 * Fills new stores with an archive, or continues after an interruption. They keep the schema of the version that wrote the archive; the next start
 * brings it up to date. Secrets of connections are encrypted with the key of the new stores.
 * @throws {ArchiveError} when the archive is unusable, before anything is written. @throws {RestoreError} if the stores have data, or if their rows
 * differ from the archive's afterward. @throws {InterruptedRestoreError} when they have a part of another archive.
 */
export async function restoreBackup({
  file,
  onProgress = () => undefined,
  ...options
}: RestoreOptions): Promise<Restored> {
  const summary = await checkArchive(file);
  const { manifest, rows } = summary;
  const migrationsFolder = migrationsUntil(manifest, options.migrationsFolder);
  try {
    const isCurrent = migrationsFolder === options.migrationsFolder;
    const stores = await startStores({
      ...options,
      migrationsFolder,
      // The prepared records have the newest schema.
      preparedFolder: isCurrent ? options.preparedFolder : null,
      restoring: { id: manifest.id, migration: manifest.events, waiting: manifest.waiting },
    });
    try {
      // Two restores into the same PostgreSQL take turns, and the second one finds data.
      return await stores.records.alone(async () => {
        const { dataDir } = options.config;
        await checkTables(stores, summary, file);
        await claimStores(stores, { id: manifest.id, file, dataDir });
        const key = await fillStores(stores, { file, rows, onProgress });
        await compareStores(stores, rows);
        const unreadable = rows.has("records.connections")
          ? await adoptSecrets(stores, options.config, key)
          : [];
        await releaseStores(stores, dataDir);
        return { ...summary, unreadable };
      });
    } finally {
      await stores.stop();
    }
  } finally {
    if (migrationsFolder !== options.migrationsFolder)
      rmSync(migrationsFolder, { recursive: true, force: true });
  }
}

/** @throws {ArchiveError} if the schema has a table that the archive lacks. Archives of format 1 do not list their sections. */
async function checkTables(stores: Stores, { manifest, rows }: ArchiveSummary, file: string): Promise<void> {
  if (manifest.sections === null) return;
  const missing = (await sectionsOf(stores)).find((section) => !rows.has(section));
  if (missing)
    throw new ArchiveError(`${file} is damaged: the section ${missing} is missing. Use another backup.`);
}

/**
 * @param key the archive's key, if it has one. @returns the connections whose secrets no available key decrypts.
 */
async function adoptSecrets(
  { records }: Stores,
  config: KeyConfig,
  key: string | null,
): Promise<ConnectionKind[]> {
  if (key !== null && config.secretsKey === null && isSecretsKey(key))
    await writeKeyFile(config.dataDir, key);
  const { current, earlier } = await loadSecretsKeys(config);
  return encryptAgain(records.db, { current, earlier: key === null ? earlier : [...earlier, key] });
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
