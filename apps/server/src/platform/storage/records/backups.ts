import { hostname } from "node:os";
import { desc } from "drizzle-orm";
import type { RecordsDatabase } from "./records.ts";
import { backups } from "./schema.ts";

/** An archive of all stores that was written, and read again as a whole. Backups that databases' own tools make are not known. */
export type MadeBackup = typeof backups.$inferSelect;

/** Notes an archive that was made on this machine. @param createdAt ISO 8601. */
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
