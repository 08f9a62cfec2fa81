import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { ONE_SECOND } from "@marquee/contract";
import { eq } from "drizzle-orm";
import { normalizeEmail } from "../domains/accounts/accounts.ts";
import { changePassword } from "../domains/accounts/changePassword.ts";
import { hasSecondFactor } from "../domains/accounts/secondFactor/factors.ts";
import { resetSecondFactors } from "../domains/accounts/secondFactor/resetSecondFactors.ts";
import { accounts } from "../domains/accounts/tables.ts";
import { explainFailure } from "../explainFailure.ts";
import { type Config, readConfig, urlHost } from "../platform/config/config.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import { createLog } from "../platform/log/createLog.ts";
import { endOnCrash } from "../platform/log/endOnCrash.ts";
import { restrictUmask } from "../platform/storage/dataDir.ts";
import { FolderLockedError } from "../platform/storage/folderLock.ts";
import type { Records } from "../platform/storage/records/records.ts";
import { startRecords } from "../platform/storage/records/startRecords.ts";

const USAGE = "npm run reset-password -- EMAIL [--remove-two-factor]";
const ANSWER_DEADLINE = 2 * ONE_SECOND;

/** A mistake of the caller; its message says what to do. */
class ResetError extends Error {}

/** `npm run reset-password`: resets the password of an account, for people who can't sign in. */
async function main(): Promise<void> {
  const { email, removesTwoFactor } = readArguments();
  const records = await openRecords(readConfig(process.env));
  try {
    const [account] = await records.db.select().from(accounts).where(eq(accounts.email, email));
    if (!account) throw new ResetError(`No account has the email address ${email}.`);
    const password = await readNewPassword(`New password for ${email}: `);
    const actor = "reset-password command";
    await changePassword(records.db, { account, password, keep: null, actor, at: Date.now() });
    console.log(`Password changed for ${email}. All sessions of this account were ended.`);
    if (removesTwoFactor) {
      await resetSecondFactors(records.db, { account, actor, at: Date.now() });
      console.log("The account's authenticator app, passkeys and recovery codes were removed.");
    } else if (await hasSecondFactor(records.db, account.id)) {
      console.log("Two-factor authentication stays on. To remove it too, add --remove-two-factor.");
    }
  } finally {
    await records.stop();
  }
}

function readArguments(): { email: string; removesTwoFactor: boolean } {
  const options = { "remove-two-factor": { type: "boolean", default: false } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [email] = positionals;
  if (!email || positionals.length > 1) throw new ResetError(`Usage: ${USAGE}`);
  return { email: normalizeEmail(email), removesTwoFactor: values["remove-two-factor"] };
}

/** @throws {Error} if the embedded store is missing, belongs to another user or is open in another process. */
async function openRecords({ dataDir, databaseUrl, host, port }: Config): Promise<Records> {
  if (!databaseUrl) {
    checkFolder(join(dataDir, "records"));
    // Services often have a private temporary folder, which hides their lock from this command. So also check whether the server responds.
    if (await answers(`http://${urlHost(host)}:${port}/healthz`)) throw serverRuns();
  }
  const migrationsFolder = join(import.meta.dirname, "../drizzle");
  try {
    const log = endOnCrash(createLog({ level: "error" }));
    return await startRecords({ dataDir, databaseUrl, migrationsFolder, preparedFolder: null, log });
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof FolderLockedError)) throw error;
    throw serverRuns();
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(ANSWER_DEADLINE) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function serverRuns(): ResetError {
  return new ResetError(
    "Stop the server first, then run this again. Only one process can open the embedded store.",
  );
}

function checkFolder(folder: string): void {
  if (!existsSync(folder)) {
    throw new ResetError(
      `There are no accounts in ${folder}. Set DATA_DIR to the folder that the server uses.`,
    );
  }
  const { uid } = statSync(folder);
  // Files created by another user would keep the server from starting.
  if (process.getuid && process.getuid() !== uid) {
    throw new ResetError(`Run this as the user who owns ${folder} (user ID ${uid}), like the server.`);
  }
}

/**
 * Reads the new password: on a terminal without echo and twice, otherwise from standard input.
 * @throws {Error} if the two inputs differ, or after Ctrl+C.
 */
async function readNewPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  const password = await askHidden(question);
  if ((await askHidden("Repeat it: ")) === password) return password;
  throw new ResetError("The two passwords don't match. Nothing was changed.");
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const stopped = new AbortController();
  // On a terminal, readline echoes the input to `output`, so discard it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  terminal.once("SIGINT", () => stopped.abort());
  try {
    return await terminal.question("", { signal: stopped.signal });
  } catch {
    throw new ResetError("Stopped. Nothing was changed.");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

restrictUmask();
main().catch((error: unknown) => {
  const isForCaller = error instanceof ResetError || error instanceof ApiError;
  console.error(isForCaller ? error.message : explainFailure(error));
  process.exitCode = 1;
});
