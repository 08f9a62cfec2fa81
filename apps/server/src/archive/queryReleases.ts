import type { Timestamp } from "@marquee/contract";
import type { Release } from "@marquee/contract/schema";
import { desc } from "drizzle-orm";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { releaseStarts } from "../storage/records/schema.ts";

const MOST_RELEASES = 2000;

/** The latest releases, the oldest of them first; one that was returned to is there once for each time. */
export async function queryReleases(db: RecordsDatabase): Promise<Release[]> {
  const newest = desc(releaseStarts.servedFrom);
  const rows = await db.select().from(releaseStarts).orderBy(newest).limit(MOST_RELEASES);
  return rows
    .map(({ release, servedFrom }) => ({ id: release, servedFrom: servedFrom.getTime() }))
    .toReversed();
}

/** Id of the release that was served at a moment; empty before the first. @param sorted the oldest first. */
export function releaseAt(sorted: readonly Release[], at: Timestamp): string {
  return sorted.findLast(({ servedFrom }) => servedFrom <= at)?.id ?? "";
}

/** Those that came to be served within a span. */
export function releasesWithin(sorted: readonly Release[], span: { from: number; to: number }): Release[] {
  return sorted.filter(({ servedFrom }) => servedFrom >= span.from && servedFrom < span.to);
}
