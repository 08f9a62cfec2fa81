import type { PageVersion, PageVersionsQuery } from "@marquee/contract/schema";
import { and, desc, eq, lt } from "drizzle-orm";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { pageVersions } from "../storage/records/schema.ts";

const MOST_VERSIONS = 1000;

/** Versions of a page that were served within a span, the latest first: those that began in it, and of each variant the one before. */
export async function queryPageVersions(
  db: RecordsDatabase,
  { path, from, to }: PageVersionsQuery,
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
