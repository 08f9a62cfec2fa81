import type { TimeRange, Timestamp } from "@marquee/contract";
import type { PageVersion, Release } from "@marquee/contract/schema";
import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { archivedFiles, pageVersions, releaseStarts } from "./tables.ts";

const MAX_RELEASES = 2000;

const MOST_VERSIONS = 1000;

/** Versions of a page served in a date range, newest first: those first served in it, plus each variant's last version before it. */
export async function queryPageVersions(
  db: RecordsDatabase,
  { path, from, to }: TimeRange & { path: string },
): Promise<PageVersion[]> {
  const rows = await db
    .select()
    .from(pageVersions)
    .where(and(eq(pageVersions.path, path), lt(pageVersions.firstServedAt, new Date(to))))
    .orderBy(desc(pageVersions.firstServedAt), pageVersions.version)
    .limit(MOST_VERSIONS);
  const begun = new Set<string>();
  return rows.flatMap(({ version, variant, release, firstServedAt }) => {
    const isWithin = firstServedAt.getTime() >= from;
    if (!isWithin && begun.has(variant)) return [];
    if (!isWithin) begun.add(variant);
    return [{ version, variant, release, firstServedAt: firstServedAt.getTime() }];
  });
}

/** Number of archived files, and their stored size in bytes. */
export async function queryArchiveSize(
  db: Pick<RecordsDatabase, "select">,
): Promise<{ files: number; bytes: number }> {
  const bytes = sql<number>`coalesce(sum(octet_length(${archivedFiles.body})), 0)`.mapWith(Number);
  const [row] = await db.select({ files: count(), bytes }).from(archivedFiles);
  return row ?? { files: 0, bytes: 0 };
}

/** The latest 2000 release starts, oldest first. A release that was rolled back to appears once per start. */
export async function queryReleases(db: RecordsDatabase): Promise<Release[]> {
  const newest = desc(releaseStarts.servedFrom);
  const rows = await db.select().from(releaseStarts).orderBy(newest).limit(MAX_RELEASES);
  return rows
    .map(({ release, servedFrom }) => ({ id: release, servedFrom: servedFrom.getTime() }))
    .toReversed();
}

/** ID of the release that was served at a time; empty before the first. @param sorted oldest first. */
export function releaseAt(sorted: readonly Release[], at: Timestamp): string {
  return sorted.findLast(({ servedFrom }) => servedFrom <= at)?.id ?? "";
}

/** Releases that became current in a date range. */
export function releasesWithin(sorted: readonly Release[], span: { from: number; to: number }): Release[] {
  return sorted.filter(({ servedFrom }) => servedFrom >= span.from && servedFrom < span.to);
}
