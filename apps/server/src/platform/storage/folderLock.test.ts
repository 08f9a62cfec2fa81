import { once } from "node:events";
import { linkSync, mkdirSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import { FolderLockedError, lockFolder } from "./folderLock.ts";

const { TMPDIR } = process.env;
let dir: string;

beforeEach(() => {
  dir = createTemporaryDir();
});
afterEach(() => {
  setTemporaryFolder(TMPDIR);
  removeDir(dir);
});

function setTemporaryFolder(path: string | undefined): void {
  if (path === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = path;
}

/** Simulates a container or service with its own temporary folder. */
function useOtherTemporaryFolder(): void {
  const other = join(dir, "tmp");
  mkdirSync(other, { recursive: true });
  setTemporaryFolder(other);
}

it.each([
  ["a folder", "records"],
  [
    "a folder whose path is longer than that of a socket may be",
    join("x".repeat(100), "y".repeat(100), "records"),
  ],
])("locks %s once, through any link and with any temporary folder, until it is released", async (_, path) => {
  const folder = join(dir, path);
  const release = await lockFolder(folder);
  const link = join(dir, "link");
  symlinkSync(folder, link);
  await expect(lockFolder(link)).rejects.toBeInstanceOf(FolderLockedError);
  useOtherTemporaryFolder();
  await expect(lockFolder(folder)).rejects.toThrow(`${folder} is locked by another process.`);
  await release();
  await (await lockFolder(folder))();
});

/** Leaves the socket behind, which `close` would remove. */
async function leaveSocket(folder: string): Promise<void> {
  const killed = createServer().listen(`${folder}.lock`);
  await once(killed, "listening");
  linkSync(`${folder}.lock`, join(dir, "kept"));
  killed.close();
  renameSync(join(dir, "kept"), `${folder}.lock`);
}

it("takes over the lock of a killed process", async () => {
  const folder = join(dir, "records");
  await leaveSocket(folder);
  await (await lockFolder(folder))();
});

it("gives the lock of a killed process to only one of several concurrent processes", async () => {
  const folder = join(dir, "records");
  for (let round = 0; round < 3; round += 1) {
    await leaveSocket(folder);
    // Only the lock beside the folder is tested: servers of other containers don't see the other one.
    setTemporaryFolder(join(dir, "missing"));
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => lockFolder(folder)));
    const held = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    for (const release of held) await release();
    expect(held).toHaveLength(1);
  }
});

it("takes over a claim whose process has ended meanwhile", async () => {
  const folder = join(dir, "records");
  await leaveSocket(folder);
  const claim = `${folder}.lock.claim`;
  mkdirSync(claim);
  utimesSync(claim, 0, 0);
  await (await lockFolder(folder))();
});

it("needs no temporary folder", async () => {
  setTemporaryFolder(join(dir, "missing"));
  const folder = join(dir, "records");
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderLockedError);
  await release();
});
