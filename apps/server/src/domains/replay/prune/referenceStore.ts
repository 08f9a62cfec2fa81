import type { Timestamp } from "@marquee/contract";
import { and, desc, gt, inArray, lt, notInArray, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { archivedAddresses, archivedFiles, pageVersions, releases } from "../../archive/tables.ts";
import type { ServedRange } from "./pruningRecord.ts";

/** A file at a URL, and when it was served there. */
export interface ServedAddress extends ServedRange {
  address: string;
  digest: string;
}

/** Maximum number of rows read or removed per statement. */
export const BATCH = 500;
const BODIES_AT_ONCE = 200;
/** Number of releases whose pages are kept even if they were not served recently: the current one, and the one a rollback returns to. */
const RELEASES_KEPT = 2;
/** The files that a page or release refers to, and when the page or release was served. */
export interface Reference extends ServedRange {
  key: string;
  addresses: string[];
}

/** The database statements that prune the archive. @param before only rows last served before this time are removed. */
export function createReferenceStore(db: RecordsDatabase, before: Timestamp) {
  const cutoff = new Date(before);
  const newest = () =>
    db
      .select({ id: releases.id, firstServedAt: releases.firstServedAt })
      .from(releases)
      .orderBy(desc(releases.lastServedAt), releases.id)
      .limit(RELEASES_KEPT);

  return {
    /** The next {@link BATCH} page versions after `after`, in order, that only a recording or click may still need. */
    async staleVersions(after: string): Promise<string[]> {
      const since = (await newest()).map(({ firstServedAt }) => firstServedAt.getTime());
      const keptSince = new Date(Math.min(before, ...since));
      const { version, path, variant, release, lastServedAt } = pageVersions;
      const isReplaced = sql`exists (select 1 from ${pageVersions} newer where newer.path = ${path}
        and newer.variant = ${variant} and newer.release = ${release} and newer.last_served_at > ${lastServedAt})`;
      const rows = await db
        .select({ version })
        .from(pageVersions)
        .where(
          and(
            gt(version, after),
            lt(lastServedAt, cutoff),
            sql`(${lt(lastServedAt, keptSince)} or ${isReplaced})`,
          ),
        )
        .orderBy(version)
        .limit(BATCH);
      return rows.map((row) => row.version);
    },

    async removeVersions(versions: readonly string[]): Promise<void> {
      const { version, lastServedAt } = pageVersions;
      await db.delete(pageVersions).where(and(inArray(version, [...versions]), lt(lastServedAt, cutoff)));
    },

    /** Clears the file lists of old releases that have no stored pages. The release rows stay. */
    async clearOldReleases(): Promise<void> {
      const { id, addresses, lastServedAt } = releases;
      const newestIds = (await newest()).map((release) => release.id);
      await db
        .update(releases)
        .set({ addresses: [] })
        .where(
          and(
            sql`cardinality(${addresses}) > 0`,
            lt(lastServedAt, cutoff),
            notInArray(id, newestIds),
            sql`not exists (select 1 from ${pageVersions} page where page.release = ${id})`,
          ),
        );
    },

    /** References of the releases that still have a file list. */
    async namedByReleases(): Promise<Reference[]> {
      const { id, addresses, firstServedAt, lastServedAt } = releases;
      const rows = await db
        .select({ key: id, addresses, firstServedAt, lastServedAt })
        .from(releases)
        .where(sql`cardinality(${addresses}) > 0`);
      return rows.map(namingOf);
    },

    /** References of the next {@link BATCH} stored page versions after `after`, in order. */
    async namedByPages(after: string): Promise<Reference[]> {
      const { version, addresses, firstServedAt, lastServedAt } = pageVersions;
      const rows = await db
        .select({ key: version, addresses, firstServedAt, lastServedAt })
        .from(pageVersions)
        .where(gt(version, after))
        .orderBy(version)
        .limit(BATCH);
      return rows.map(namingOf);
    },

    /** The next {@link BATCH} files after `after`, in order, that were last served before the cutoff. */
    async staleAddresses(after: Omit<ServedAddress, "to">): Promise<ServedAddress[]> {
      const { address, firstSeenAt, digest, lastServedAt } = archivedAddresses;
      const isAfter = sql`(${address}, ${firstSeenAt}, ${digest})
        > (${after.address}, ${new Date(after.from).toISOString()}::timestamptz, ${after.digest})`;
      const rows = await db
        .select()
        .from(archivedAddresses)
        .where(and(isAfter, lt(lastServedAt, cutoff)))
        .orderBy(address, firstSeenAt, digest)
        .limit(BATCH);
      return rows.map((row) => ({
        address: row.address,
        digest: row.digest,
        from: row.firstSeenAt.getTime(),
        to: row.lastServedAt.getTime(),
      }));
    },

    async removeAddresses(rows: readonly ServedAddress[]): Promise<void> {
      const { address, firstSeenAt, digest, lastServedAt } = archivedAddresses;
      // Passed as one JSON parameter, because planning a list of a thousand parameters takes PostgreSQL minutes.
      const keys = JSON.stringify(rows.map((row) => [row.address, new Date(row.from), row.digest]));
      const isOne = sql`(${address}, ${firstSeenAt}, ${digest}) in (select key->>0, (key->>1)::timestamptz, key->>2
        from jsonb_array_elements(${keys}::jsonb) key)`;
      await db.delete(archivedAddresses).where(and(isOne, lt(lastServedAt, cutoff)));
    },

    /** Removes up to 200 files that no URL or page version refers to. @returns the stored size of each in bytes; empty when none are left. */
    async removeBodies(): Promise<number[]> {
      const { digest, keptAt, body } = archivedFiles;
      const isLoose = and(
        lt(keptAt, cutoff),
        sql`not exists (select 1 from ${archivedAddresses} named where named.digest = ${digest})`,
        sql`not exists (select 1 from ${pageVersions} page where page.digest = ${digest})`,
      );
      const loose = db.select({ digest }).from(archivedFiles).where(isLoose).limit(BODIES_AT_ONCE);
      const rows = await db
        .delete(archivedFiles)
        .where(and(inArray(digest, loose), isLoose))
        .returning({ bytes: sql<number>`octet_length(${body})`.mapWith(Number) });
      return rows.map(({ bytes }) => bytes);
    },
  };
}

export type ReferenceStore = ReturnType<typeof createReferenceStore>;

interface NamingRow {
  key: string;
  addresses: string[];
  firstServedAt: Date;
  lastServedAt: Date;
}

function namingOf({ key, addresses, firstServedAt, lastServedAt }: NamingRow): Reference {
  return { key, addresses, from: firstServedAt.getTime(), to: lastServedAt.getTime() };
}
