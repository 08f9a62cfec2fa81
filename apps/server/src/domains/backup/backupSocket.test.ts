import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { openCommandSocket } from "../../platform/http/commandSocket.ts";
import { silent } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { backupHandlers, requestBackup, tellOfBackup } from "./backupSocket.ts";
import { BackupError } from "./createBackup.ts";

async function open(backup: (target: Writable) => Promise<void>, dataDir = temporaryDir()) {
  const noted: unknown[] = [];
  const note = async (archive: { id: string }) => {
    if (archive.id === "fails") throw new Error("a secret path");
    noted.push(archive);
  };
  const handlers = backupHandlers({ backup, note, log: silent });
  onTestFinished(await openCommandSocket({ dataDir, handlers, log: silent }));
  return { dataDir, file: join(dataDir, "file"), noted };
}

it("streams the archive into a private file, and says if no server runs", async () => {
  const dataDir = temporaryDir();
  expect(await requestBackup(dataDir, join(dataDir, "file"))).toBe(false);
  // As left by a killed server.
  writeFileSync(join(dataDir, "backup.sock"), "");
  const { file } = await open(async (target) => void target.end("the archive"), dataDir);
  expect(await requestBackup(dataDir, file)).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("the archive");
  for (const path of [file, join(dataDir, "backup.sock")]) expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("makes one backup at a time", async () => {
  let finish: () => void = () => undefined;
  const { dataDir, file } = await open(async (target) => {
    target.write("begun");
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    target.end();
  });
  const first = requestBackup(dataDir, file);
  await expect.poll(() => statSync(file, { throwIfNoEntry: false })?.size).toBe(5);
  await expect(requestBackup(dataDir, `${file} 2`)).rejects.toThrow("Another backup is being made.");
  finish();
  expect(await first).toBe(true);
});

it("says why there is no backup, or that it broke off", async () => {
  const problem = "3 events are waiting to be stored.";
  const refusing = await open(() => Promise.reject(new BackupError(problem)));
  await expect(requestBackup(refusing.dataDir, refusing.file)).rejects.toThrow(
    `No backup was made. ${problem}`,
  );
  const failing = await open(() => Promise.reject(new Error("a secret path")));
  await expect(requestBackup(failing.dataDir, failing.file)).rejects.toThrow("The server's log says why.");
  const breaking = await open(async (target) => {
    await new Promise<void>((resolve) => void target.write("begun", () => resolve()));
    throw new Error("disk");
  });
  await expect(requestBackup(breaking.dataDir, breaking.file)).rejects.toThrow(
    "The server interrupted the backup",
  );
});

it("records what the command found in the file", async () => {
  const { dataDir, noted } = await open(async () => undefined);
  const archive = { id: "1", createdAt: "2026-06-01T12:00:00.000Z", bytes: 12, rows: 3 };
  await tellOfBackup(dataDir, archive);
  expect(noted).toEqual([archive]);
  for (const wrong of [
    { ...archive, id: "fails" },
    { ...archive, createdAt: "yesterday" },
    { ...archive, bytes: -1 },
  ])
    await expect(tellOfBackup(dataDir, wrong)).rejects.toThrow("The server couldn't record it.");
  await expect(tellOfBackup(temporaryDir(), archive)).rejects.toThrow("The server couldn't record it.");
});
