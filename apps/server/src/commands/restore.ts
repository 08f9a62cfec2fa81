import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ArchiveError } from "../domains/backup/archive.ts";
import { RestoreError } from "../domains/backup/claimStores.ts";
import { repeatInStores } from "../domains/backup/repeatInStores.ts";
import { restoreBackup } from "../domains/backup/restoreBackup.ts";
import { DeletionListError, parseDeletionList } from "../domains/people/privacy/deletionList.ts";
import { explainFailure } from "../explainFailure.ts";
import { readConfig } from "../platform/config/config.ts";
import { createLog } from "../platform/log/createLog.ts";
import { endOnCrash } from "../platform/log/endOnCrash.ts";
import { restrictUmask } from "../platform/storage/dataDir.ts";

const USAGE = "npm run restore -- FILE [--deletions LIST]";
const BUILD_DIR = join(import.meta.dirname, "..");

/** `npm run restore`: fills new stores with a backup. */
async function main(): Promise<void> {
  const { file, listFile } = readArguments();
  // Read before anything is restored.
  const list = listFile === null ? null : parseDeletionList(readFileSync(listFile, "utf8"), listFile);
  const config = readConfig(process.env);
  const begunAt = Date.now();
  const options = {
    config,
    eventProcess: { entry: join(BUILD_DIR, "server/chdbProcess.js"), execArgv: [] },
    migrationsFolder: join(BUILD_DIR, "drizzle"),
    preparedFolder: join(BUILD_DIR, "server/prepared"),
    log: endOnCrash(createLog({ level: "error" })),
  };
  const { manifest, rows, unreadable } = await restoreBackup({
    ...options,
    file,
    onProgress: (done) => process.stdout.isTTY && process.stdout.write(`\r${done} rows`),
  });
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const seconds = ((Date.now() - begunAt) / 1000).toFixed(1);
  if (process.stdout.isTTY) console.log();
  console.log(
    `Restored ${total} rows of ${rows.size} tables, as of ${manifest.createdAt}, in ${seconds} s. Every table has as many rows as the backup.`,
  );
  if (unreadable.length > 0)
    console.log(
      `The secrets of these connections can't be decrypted: ${unreadable.join(", ")}. Start the server with SECRETS_KEY_BEFORE set to the SECRETS_KEY of the server that was backed up, or enter them again in the console.`,
    );
  if (list === null)
    console.log(
      "Data of people who were deleted since then is back. To delete it again, restore with --deletions and the list of `npm run erase -- --list`, or repeat the deletions in the console.",
    );
  else {
    const repeated = await repeatInStores(options, list);
    console.log(
      `${repeated} deletions since then, as of ${list.madeAt}, will be repeated at the server's next start.`,
    );
  }
  console.log("Waiting lead deliveries continue at the next start.");
}

function readArguments(): { file: string; listFile: string | null } {
  const { positionals, values } = parseOptions();
  const [source] = positionals;
  if (!source || positionals.length > 1) throw new RestoreError(`Usage: ${USAGE}`);
  // npm runs scripts in the project's folder.
  const pathOf = (name: string) => resolve(process.env.INIT_CWD ?? ".", name);
  const file = pathOf(source);
  const listFile = values.deletions === undefined ? null : pathOf(values.deletions);
  for (const each of [file, listFile])
    if (each !== null && !existsSync(each)) throw new RestoreError(`The file ${each} does not exist.`);
  return { file, listFile };
}

function parseOptions() {
  try {
    return parseArgs({ allowPositionals: true, options: { deletions: { type: "string" } } });
  } catch (error) {
    throw new RestoreError(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`);
  }
}

restrictUmask();
main().catch((error: unknown) => {
  console.error(
    error instanceof RestoreError || error instanceof ArchiveError || error instanceof DeletionListError
      ? error.message
      : explainFailure(error),
  );
  process.exitCode = 1;
});
