import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ArchiveError } from "./backup/archive.ts";
import { RestoreError } from "./backup/claimStores.ts";
import { restoreBackup } from "./backup/restoreBackup.ts";
import { readConfig } from "./config/config.ts";
import { createLog } from "./log/createLog.ts";
import { endOnCrash } from "./log/endOnCrash.ts";
import { explain } from "./startServer.ts";
import { restrictUmask } from "./storage/dataDir.ts";

const USAGE = "npm run restore -- FILE";
const BUILD_DIR = join(import.meta.dirname, "..");

/** `npm run restore`: fills new stores with a backup. */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [given] = positionals;
  if (!given || positionals.length > 1) throw new RestoreError(`Usage: ${USAGE}`);
  // npm runs scripts in the project's folder.
  const file = resolve(process.env.INIT_CWD ?? ".", given);
  if (!existsSync(file)) throw new RestoreError(`There is no file ${file}.`);
  const config = readConfig(process.env);
  const begunAt = Date.now();
  const { manifest, rows, unreadable } = await restoreBackup({
    file,
    config,
    eventProcess: { entry: join(BUILD_DIR, "server/chdbProcess.js"), execArgv: [] },
    migrationsFolder: join(BUILD_DIR, "drizzle"),
    preparedFolder: join(BUILD_DIR, "server/prepared"),
    log: endOnCrash(createLog({ level: "error" })),
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
  console.log(
    "Deletions of people since then must be repeated. Deliveries of leads that were waiting go on with the next start.",
  );
}

restrictUmask();
main().catch((error: unknown) => {
  console.error(
    error instanceof RestoreError || error instanceof ArchiveError ? error.message : explain(error),
  );
  process.exitCode = 1;
});
