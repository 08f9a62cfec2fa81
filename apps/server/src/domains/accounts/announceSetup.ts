import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { linkWith } from "../../platform/storage/tokens.ts";
import { createSetupToken } from "./accounts.ts";

interface AnnounceSetupOptions {
  db: RecordsDatabase;
  consoleUrl: string;
  dataDir: string;
  /** Whether a person reads the output live. Otherwise it is stored, so it must not contain the link. */
  isTerminal: boolean;
  now: Timestamp;
  log: Pick<Logger, "info">;
  print: (line: string) => void;
}

const FILE = "setup-link";
const OWNER_ONLY = 0o600;

/**
 * Explains how to create the first account, at each start until there is one. Anyone with the link becomes the owner, so if the output goes into logs, it
 * is written to a file that only the server's user can read.
 */
export async function announceSetup(options: AnnounceSetupOptions): Promise<void> {
  const { db, consoleUrl, dataDir, isTerminal, now, log, print } = options;
  const file = join(dataDir, FILE);
  const token = await createSetupToken(db, now);
  if (!token || isTerminal) await rm(file, { force: true });
  if (!token) return;
  const link = linkWith(token, consoleUrl, "setup");
  if (isTerminal) {
    print("Create the first account here (once, within 24 hours):");
    print(`         ${link}`);
    return;
  }
  await writeFile(file, `${link}\n`, { mode: OWNER_ONLY });
  // An existing file keeps its mode.
  await chmod(file, OWNER_ONLY);
  print(`Create the first account with the link in ${file} (once, within 24 hours).`);
  log.info({ path: file }, "The link for the first account is in a file.");
}
