import { chmodSync, createWriteStream, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { BackupError } from "./createBackup.ts";

/*
 * A running server has the embedded stores and the spools to itself, so `npm run backup` asks it for the archive: over a socket in the data
 * folder, which only the server's user can open.
 */
const NAME = "backup.sock";
/** Linux allows 107 bytes, macOS 103. */
const MAX_PATH_BYTES = 103;

interface SocketOptions {
  dataDir: string;
  backup: (target: Writable) => Promise<void>;
  log: Pick<Logger, "info" | "warn" | "error">;
}

/** Answers requests for a backup. @returns a function that stops it; a backup under way breaks off. */
export async function openBackupSocket({ dataDir, backup, log }: SocketOptions): Promise<() => void> {
  const path = join(dataDir, NAME);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    log.warn(`The path of ${path} is too long for a socket. Stop the server for \`npm run backup\`.`);
    return () => undefined;
  }
  let isBusy = false;
  const server = createServer((_request, response) => {
    const refuse = (status: number, message: string) => response.writeHead(status).end(message);
    if (isBusy) return refuse(409, "Another backup is being made.");
    isBusy = true;
    log.info("Making a backup.");
    backup(response)
      .catch((error: unknown) => {
        // Whoever asked has gone.
        if (response.closed && !response.writableEnded) return log.warn("A backup was broken off.");
        log.error({ err: error }, "Failed to make a backup.");
        if (response.headersSent) response.destroy();
        else refuse(503, error instanceof BackupError ? error.message : "The server's log says why.");
      })
      .finally(() => {
        isBusy = false;
      });
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

/**
 * Asks the running server for a backup.
 * @returns false if no server runs on this data folder.
 * @throws {BackupError} with what the server says, or when it breaks off.
 */
export async function requestBackup(dataDir: string, file: string): Promise<boolean> {
  const answer = await ask(join(dataDir, NAME));
  if (!answer) return false;
  if (answer.statusCode !== 200) throw new BackupError(`No backup was made. ${await text(answer)}`);
  await pipeline(answer, createWriteStream(file, { flags: "wx", mode: 0o600 })).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
    throw new BackupError("The server broke the backup off. Its log says why.");
  });
  return true;
}

function ask(socketPath: string): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    request({ socketPath, method: "POST", path: "/" }, resolve)
      .on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null);
        else reject(error);
      })
      .end();
  });
}
