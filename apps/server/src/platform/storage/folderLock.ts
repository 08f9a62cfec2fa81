import { createHash } from "node:crypto";
import { closeSync, constants, mkdirSync, openSync, realpathSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";

/** Another process on this machine holds the folder. */
export class FolderLockedError extends Error {
  override name = "FolderLockedError";
}

/** A claim takes milliseconds. */
const CLAIM_INTERVAL: Milliseconds = 50;
const CLAIM_LIFETIME: Milliseconds = 10 * ONE_SECOND;
/** On Linux, the path of a socket has at most 107 bytes, elsewhere 103. */
const LONGEST_PATH = 103;

/**
 * Locks a folder for this process and creates it if it is missing. The lock is a listening socket, so the kernel releases it when the
 * process ends for any reason. PGlite has no lock of its own.
 *
 * There are two sockets: one next to the folder, which containers and services with separate temporary folders share, and one in the
 * temporary folder, for disks that do not support sockets, and for servers of earlier versions, which only have that one.
 * @returns a function that releases the lock.
 * @throws {FolderLockedError} when another process holds the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = realpathSync(folder);
  const held: (() => Promise<void>)[] = [];
  const release = async () => {
    for (const each of held) await each();
  };
  const problems: unknown[] = [];
  for (const hold of [() => holdBeside(path), () => holdAddress(temporaryAddress(path))]) {
    try {
      held.push(await hold());
    } catch (error) {
      if (error instanceof FolderLockedError) {
        await release();
        throw new FolderLockedError(`${folder} is locked by another process.`);
      }
      problems.push(error);
    }
  }
  if (held.length === 0) throw problems[0];
  return release;
}

async function holdBeside(folder: string): Promise<() => Promise<void>> {
  const address = `${folder}.lock`;
  if (Buffer.byteLength(address) <= LONGEST_PATH) return holdAddress(address);
  // A short alias of the same folder, which only Linux has.
  const parent = openSync(dirname(folder), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const release = await holdAddress(`/proc/self/fd/${parent}/${basename(address)}`);
    return async () => {
      await release();
      closeSync(parent);
    };
  } catch (error) {
    closeSync(parent);
    throw error;
  }
}

/** A short path in the temporary folder, unique to the folder. */
function temporaryAddress(folder: string): string {
  const digest = createHash("sha256").update(folder).digest("hex").slice(0, 24);
  return join(tmpdir(), `marquee-${digest}.lock`);
}

/** @throws {FolderLockedError} when another process listens there. */
async function holdAddress(address: string): Promise<() => Promise<void>> {
  const server = (await listenOn(address)) ?? (await claimLock(address));
  if (!server) throw new FolderLockedError();
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

/** Files left by a killed process do not respond and can be removed. Only one server at a time checks this, because another may have replaced the file since. */
async function claimLock(address: string): Promise<Server | null> {
  const claim = `${address}.claim`;
  while (!makeClaim(claim)) await sleep(CLAIM_INTERVAL);
  try {
    if (await answers(address)) return null;
    rmSync(address, { force: true });
    return await listenOn(address);
  } finally {
    rmSync(claim, { recursive: true, force: true });
  }
}

/** @returns false if another server has one. One that ended meanwhile leaves its claim behind. */
function makeClaim(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const made = statSync(claim, { throwIfNoEntry: false });
    if (made && Math.abs(Date.now() - made.mtimeMs) > CLAIM_LIFETIME)
      rmSync(claim, { recursive: true, force: true });
    return false;
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
