import { hostname } from "node:os";
import { desc } from "drizzle-orm";
import type { RecordsDatabase } from "./records.ts";
import { backups } from "./tables.ts";

/** An archive of all stores that was written and fully verified. Backups made by databases' own tools are not recorded. */
export type MadeBackup = typeof backups.$inferSelect;

/** Records an archive created on this machine. @param createdAt ISO 8601. */
export async function recordBackup(
  db: Pick<RecordsDatabase, "insert">,
  { createdAt, ...backup }: Pick<MadeBackup, "id" | "bytes" | "rows"> & { createdAt: string },
): Promise<void> {
  await db.insert(backups).values({ ...backup, madeAt: new Date(createdAt), host: hostname() });
}

/** @returns null if there is none. */
export async function readLatestBackup(db: Pick<RecordsDatabase, "select">): Promise<MadeBackup | null> {
  const [latest] = await db.select().from(backups).orderBy(desc(backups.madeAt)).limit(1);
  return latest ?? null;
}
