import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import { json, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { askServer, type CommandHandler, refuse } from "../../platform/http/commandSocket.ts";
import { BackupError } from "./createBackup.ts";

/*
 * `npm run backup` asks the running server for the archive. Once the command has checked the file, it tells the server, which records
 * it.
 */
const PATHS = { make: "/", note: "/made" } as const;

const MADE = Type.Object({
  id: Type.String({ minLength: 1 }),
  /** As in the archive's manifest. */
  createdAt: Type.String({ format: "date-time" }),
  /** Size of the file. */
  bytes: Type.Integer({ minimum: 1 }),
  rows: Type.Integer({ minimum: 0 }),
});
/** Facts about an archive that the command has checked. */
export type CheckedArchive = Static<typeof MADE>;
const made = Compile(MADE);

interface HandlerOptions {
  backup: (target: Writable) => Promise<void>;
  /** Records a completed backup. */
  note: (archive: CheckedArchive) => Promise<void>;
  log: Pick<Logger, "info" | "warn" | "error">;
}

/** Answers requests for a backup, one at a time; closing the connection cancels it. */
export function backupHandlers({ backup, note, log }: HandlerOptions): Record<string, CommandHandler> {
  let isBusy = false;
  return {
    [PATHS.make](_asked, response) {
      if (isBusy) return refuse(response, 409, "Another backup is being made.");
      isBusy = true;
      log.info("Making a backup.");
      backup(response)
        .catch((error: unknown) => {
          // The client has disconnected.
          if (response.closed && !response.writableEnded) return log.warn("A backup was interrupted.");
          log.error({ err: error }, "Failed to make a backup.");
          if (response.headersSent) response.destroy();
          else
            refuse(
              response,
              503,
              error instanceof BackupError ? error.message : "The server's log says why.",
            );
        })
        .finally(() => {
          isBusy = false;
        });
    },
    [PATHS.note](request, response) {
      json(request)
        .then((archive) => note(made.Parse(archive)))
        .then(
          () => response.writeHead(204).end(),
          (error: unknown) => {
            log.error({ err: error }, "Failed to record that a backup was made.");
            refuse(response, 503, "The server's log says why.");
          },
        );
    },
  };
}

/**
 * Asks the running server for a backup.
 * @returns false if no server runs on this data folder.
 * @throws {BackupError} with the server's message, or if the connection breaks.
 */
export async function requestBackup(dataDir: string, file: string): Promise<boolean> {
  const answer = await askServer(dataDir, PATHS.make);
  if (!answer) return false;
  if (answer.statusCode !== 200) throw new BackupError(`No backup was made. ${await text(answer)}`);
  await pipeline(answer, createWriteStream(file, { flags: "wx", mode: 0o600 })).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
    throw new BackupError("The server interrupted the backup. Its log says why.");
  });
  return true;
}

/**
 * Tells the running server about a completed backup. @throws {BackupError} if the server could not record it.
 */
export async function tellOfBackup(dataDir: string, archive: CheckedArchive): Promise<void> {
  const answer = await askServer(dataDir, PATHS.note, JSON.stringify(archive));
  if (answer?.statusCode === 204) return;
  answer?.destroy();
  throw new BackupError("The server couldn't record it. Its log says why.");
}
