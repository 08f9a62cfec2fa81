import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { releaseStarts } from "../domains/archive/tables.ts";
import type { RecordsDatabase } from "../platform/storage/records/records.ts";
import { DEMO_RELEASE } from "./marks.ts";
import type { Story } from "./story.ts";

/** Days between two releases. */
const INTERVAL = 21;

/** Stores when the demo's releases were served: one every three weeks, a bad one, and the one that fixes it a week later. */
export async function storeReleases(
  db: RecordsDatabase,
  { today, badRelease }: Story,
  days: number,
): Promise<void> {
  const regular = Array.from(
    { length: Math.ceil(days / INTERVAL) },
    (_, index) => today - (60 + index * INTERVAL) * ONE_DAY + 9 * ONE_HOUR,
  ).filter((at) => at >= today - days * ONE_DAY);
  const rows = [...regular, badRelease.from, badRelease.to]
    .sort((one, other) => one - other)
    .map((at, index) => ({
      // Charts show the first seven characters.
      release: DEMO_RELEASE + String(index + 1).padStart(2, "0"),
      servedFrom: new Date(at),
    }));
  await db.insert(releaseStarts).values(rows).onConflictDoNothing();
}
