import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, unlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Another process on this machine holds the folder. */
export class FolderLockedError extends Error {
  override name = "FolderLockedError";
}

/**
 * Locks a folder for this process and creates it if it is missing. The lock is a listening socket, so the kernel releases it when the
 * process ends for any reason. PGlite has no lock of its own.
 * @returns a function that releases the lock.
 * @throws {FolderLockedError} when another process holds the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const address = addressOf(folder);
  const server = (await listenOn(address)) ?? (await claimLock(address));
  if (!server) throw new FolderLockedError(`${folder} is locked by another process.`);
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

/** A short path, unique to the folder and the same through any symbolic link. A socket path is limited to about 100 bytes. */
function addressOf(folder: string): string {
  const digest = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 24);
  return join(tmpdir(), `marquee-${digest}.lock`);
}

/** Files left by a killed process do not respond and can be removed. */
async function claimLock(address: string): Promise<Server | null> {
  if (await answers(address)) return null;
  removeSocket(address);
  return listenOn(address);
}

/** Ignores a missing file: another server that is starting may have removed it first. */
function removeSocket(address: string): void {
  try {
    unlinkSync(address);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** @returns null when the address is in use. */
function listenOn(address: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? done(null) : fail(error),
    );
    server.listen(address, () => done(server));
  });
}

const NO_LISTENERS = ["ECONNREFUSED", "ENOENT"];

/**
 * Only a refused connection or a missing socket proves that nobody holds the lock. On any other error, assume
 * someone does.
 */
function answers(address: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", ({ code = "" }: NodeJS.ErrnoException) => done(!NO_LISTENERS.includes(code)));
  });
}
