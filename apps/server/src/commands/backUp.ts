import { createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ArchiveError } from "../domains/backup/archive.ts";
import { type CheckedArchive, requestBackup, tellOfBackup } from "../domains/backup/backupSocket.ts";
import { BackupError, createBackup } from "../domains/backup/createBackup.ts";
import { checkArchive } from "../domains/backup/restoreBackup.ts";
import { explainFailure } from "../explainFailure.ts";
import { startIngest } from "../ingest/process/startIngest.ts";
import { readConfig } from "../platform/config/config.ts";
import { restrictUmask } from "../platform/storage/dataDir.ts";
import { recordBackup } from "../platform/storage/records/backups.ts";
import { startStores } from "../platform/storage/stores.ts";
import { productionParts } from "../productionParts.ts";

const USAGE = "npm run backup -- FILE";
const BUILD_DIR = join(import.meta.dirname, "..");

/** `npm run backup`: writes all stores to one file, through the server if it runs. */
async function main(): Promise<void> {
  const file = readFile();
  const { dataDir } = readConfig(process.env);
  if (!existsSync(dataDir))
    throw new BackupError(`There is no data in ${dataDir}. Set DATA_DIR to the folder that the server uses.`);
  const begunAt = Date.now();
  // A file with this name is complete.
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    const keep = async (note: (archive: CheckedArchive) => Promise<void>) => {
      const { manifest, rows: counts } = await checkArchive(partial);
      renameSync(partial, file);
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const { size: bytes } = statSync(file);
      const seconds = ((Date.now() - begunAt) / 1000).toFixed(1);
      const megabytes = (bytes / 1024 ** 2).toFixed(1);
      console.log(
        `Backed up ${rows} rows of ${counts.size} tables to ${file} (${megabytes} MB) in ${seconds} s.`,
      );
      const { id, createdAt } = manifest;
      await note({ id, createdAt, bytes, rows }).catch((error: unknown) =>
        console.error(`The console does not show this backup. ${reasonOf(error)}`),
      );
    };
    if (await requestBackup(dataDir, partial)) await keep((archive) => tellOfBackup(dataDir, archive));
    else await backUpStores(partial, keep);
    console.log(
      "It contains personal data and, unless SECRETS_KEY is set, the key of stored secrets. Keep it private.",
    );
  } finally {
    rmSync(partial, { force: true });
  }
}

type Keep = (note: (archive: CheckedArchive) => Promise<void>) => Promise<void>;

/**
 * Backs up while the server is not running, so this process opens the stores. @param keep verifies and
 * records the file.
 */
async function backUpStores(file: string, keep: Keep): Promise<void> {
  process.env.LOG_LEVEL ??= "error";
  const parts = await productionParts(BUILD_DIR);
  const stores = await startStores(parts);
  try {
    const ingest = await startIngest({ ...parts, ...stores });
    try {
      const target = createWriteStream(file, { flags: "wx", mode: 0o600 });
      await createBackup({ ...stores, ingest, dataDir: parts.config.dataDir, now: Date.now }, target);
      await keep((archive) => recordBackup(stores.records.db, archive));
    } finally {
      await ingest.stop();
    }
  } finally {
    await stores.stop();
  }
}

function readFile(): string {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [target] = positionals;
  if (!target || positionals.length > 1) throw new BackupError(`Usage: ${USAGE}`);
  // npm runs scripts in the project's folder.
  const file = resolve(process.env.INIT_CWD ?? ".", target);
  if (existsSync(file)) throw new BackupError(`${file} exists. Choose another name, or delete it first.`);
  if (!existsSync(dirname(file))) throw new BackupError(`The folder ${dirname(file)} does not exist.`);
  return file;
}

function reasonOf(error: unknown): string {
  return error instanceof BackupError || error instanceof ArchiveError
    ? error.message
    : explainFailure(error);
}

restrictUmask();
main()
  .catch((error: unknown) => {
    console.error(reasonOf(error));
    process.exitCode = 1;
  })
  // Exit explicitly, because parts of the server watch files.
  .finally(() => process.exit());
