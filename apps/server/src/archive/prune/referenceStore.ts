import type { Timestamp } from "@marquee/contract";
import { and, desc, gt, inArray, lt, notInArray, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { archivedAddresses, archivedFiles, pageVersions, releases } from "../../storage/records/schema.ts";
import type { ServedRange } from "./pruningRecord.ts";

/** A file at an address, and when it was served there. */
export interface ServedAddress extends ServedRange {
  address: string;
  digest: string;
}

/** Rows removed per statement. */
export const BATCH = 500;
const BODIES_AT_ONCE = 200;
/** Releases whose pages stay, served or not: the present one, and the one that a rollback leads to. */
const RELEASES_KEPT = 2;
/** A reference of a page or release to a file, and when it was served. */
export interface Reference extends ServedRange {
  key: string;
  addresses: string[];
}

/** The statements that prune the archive, each bounded; `before` is when a thing must have been served last to be removed at all. */
export function createReferenceStore(db: RecordsDatabase, before: Timestamp) {
  const cutoff = new Date(before);
  const newest = () =>
    db
      .select({ id: releases.id, firstServedAt: releases.firstServedAt })
      .from(releases)
      .orderBy(desc(releases.lastServedAt), releases.id)
      .limit(RELEASES_KEPT);

  return {
    /** Versions of pages that only a recording or a click could need, in order, after one. */
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

    /** Lets go of the files of releases that no kept page is of; the releases themselves stay, as marks of charts. */
    async forgetReleases(): Promise<void> {
      const { id, addresses, lastServedAt } = releases;
      const kept = (await newest()).map((release) => release.id);
      await db
        .update(releases)
        .set({ addresses: [] })
        .where(
          and(
            sql`cardinality(${addresses}) > 0`,
            lt(lastServedAt, cutoff),
            notInArray(id, kept),
            sql`not exists (select 1 from ${pageVersions} page where page.release = ${id})`,
          ),
        );
    },

    /** What releases that are kept name, each address with when they were served. */
    async namedByReleases(): Promise<Reference[]> {
      const { id, addresses, firstServedAt, lastServedAt } = releases;
      const rows = await db
        .select({ key: id, addresses, firstServedAt, lastServedAt })
        .from(releases)
        .where(sql`cardinality(${addresses}) > 0`);
      return rows.map(namingOf);
    },

    /** References of stored pages, in order, after one. */
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

    /** Files that were served last before, in order, after one. */
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
      // As one parameter: a list of a thousand takes the planner minutes.
      const keys = JSON.stringify(rows.map((row) => [row.address, new Date(row.from), row.digest]));
      const isOne = sql`(${address}, ${firstSeenAt}, ${digest}) in (select key->>0, (key->>1)::timestamptz, key->>2
        from jsonb_array_elements(${keys}::jsonb) key)`;
      await db.delete(archivedAddresses).where(and(isOne, lt(lastServedAt, cutoff)));
    },

    /** Removes files that stand at no address and are no page. @returns how large each was as it lay there; none when none is left. */
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
