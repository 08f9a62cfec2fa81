import { hostname } from "node:os";
import { expect, it } from "vitest";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { readLatestBackup, recordBackup } from "./backups.ts";

it("returns the latest backup", async () => {
  const { db, stop } = await borrowRecords();
  try {
    expect(await readLatestBackup(db)).toBeNull();
    const made = (day: number) => ({
      id: `${day}`,
      createdAt: `2026-06-0${day}T12:00:00.000Z`,
      bytes: 3e9,
      rows: day,
    });
    for (const day of [1, 3, 2]) await recordBackup(db, made(day));
    const latest = { id: "3", madeAt: new Date(made(3).createdAt), bytes: 3e9, rows: 3, host: hostname() };
    expect(await readLatestBackup(db)).toEqual(latest);
  } finally {
    await stop();
  }
});
