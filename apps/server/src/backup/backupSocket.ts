import { chmodSync, createWriteStream, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { json, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { BackupError } from "./createBackup.ts";

/*
 * A running server has the embedded stores and the spools to itself, so `npm run backup` asks it for the archive: over a socket in the data
 * folder, which only the server's user can open. Once the command has checked the file, it tells the server, which notes it.
 */
const NAME = "backup.sock";
const PATHS = { make: "/", note: "/made" } as const;
/** Linux allows 107 bytes, macOS 103. */
const MAX_PATH_BYTES = 103;

const MADE = Type.Object({
  id: Type.String({ minLength: 1 }),
  /** As in the archive's manifest. */
  createdAt: Type.String({ format: "date-time" }),
  /** Of the file. */
  bytes: Type.Integer({ minimum: 1 }),
  rows: Type.Integer({ minimum: 0 }),
});
/** What the command knows of an archive that it has checked. */
export type CheckedArchive = Static<typeof MADE>;
const made = Compile(MADE);

interface SocketOptions {
  dataDir: string;
  backup: (target: Writable) => Promise<void>;
  /** Notes that a backup has been made. */
  note: (archive: CheckedArchive) => Promise<void>;
  log: Pick<Logger, "info" | "warn" | "error">;
}

/** Answers requests for a backup. @returns a function that stops it; a backup under way breaks off. */
export async function openBackupSocket({ dataDir, backup, note, log }: SocketOptions): Promise<() => void> {
  const path = join(dataDir, NAME);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    log.warn(`The path of ${path} is too long for a socket. Stop the server for \`npm run backup\`.`);
    return () => undefined;
  }
  let isBusy = false;
  const make = (response: ServerResponse) => {
    if (isBusy) return refuse(response, 409, "Another backup is being made.");
    isBusy = true;
    log.info("Making a backup.");
    backup(response)
      .catch((error: unknown) => {
        // Whoever asked has gone.
        if (response.closed && !response.writableEnded) return log.warn("A backup was broken off.");
        log.error({ err: error }, "Failed to make a backup.");
        if (response.headersSent) response.destroy();
        else
          refuse(response, 503, error instanceof BackupError ? error.message : "The server's log says why.");
      })
      .finally(() => {
        isBusy = false;
      });
  };
  const server = createServer((asked, response) => {
    if (asked.url !== PATHS.note) return make(response);
    json(asked)
      .then((archive) => note(made.Parse(archive)))
      .then(
        () => response.writeHead(204).end(),
        (error: unknown) => {
          log.error({ err: error }, "Failed to note that a backup was made.");
          refuse(response, 503, "The server's log says why.");
        },
      );
  });
  // A killed server leaves its socket behind. The stores are locked, so no other server uses it.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status).end(message);
}

/**
 * Asks the running server for a backup.
 * @returns false if no server runs on this data folder.
 * @throws {BackupError} with what the server says, or when it breaks off.
 */
export async function requestBackup(dataDir: string, file: string): Promise<boolean> {
  const answer = await ask(dataDir, PATHS.make);
  if (!answer) return false;
  if (answer.statusCode !== 200) throw new BackupError(`No backup was made. ${await text(answer)}`);
  await pipeline(answer, createWriteStream(file, { flags: "wx", mode: 0o600 })).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
    throw new BackupError("The server broke the backup off. Its log says why.");
  });
  return true;
}

/** Tells the running server of a backup that it has made. @throws {BackupError} when it could not note that. */
export async function tellOfBackup(dataDir: string, archive: CheckedArchive): Promise<void> {
  const answer = await ask(dataDir, PATHS.note, JSON.stringify(archive));
  if (answer?.statusCode === 204) return;
  answer?.destroy();
  throw new BackupError("The server could not note it. Its log says why.");
}

function ask(dataDir: string, path: string, body = ""): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    request({ socketPath: join(dataDir, NAME), method: "POST", path }, resolve)
      .on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null);
        else reject(error);
      })
      .end(body);
  });
}
