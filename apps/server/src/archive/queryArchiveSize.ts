import { count, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { archivedFiles } from "../storage/records/schema.ts";

/** How many files the archive holds, and how many bytes they take. */
export async function queryArchiveSize(
  db: Pick<RecordsDatabase, "select">,
): Promise<{ files: number; bytes: number }> {
  const bytes = sql<number>`coalesce(sum(octet_length(${archivedFiles.body})), 0)`.mapWith(Number);
  const [row] = await db.select({ files: count(), bytes }).from(archivedFiles);
  return row ?? { files: 0, bytes: 0 };
}
