import { createHash } from "node:crypto";
import type { Timestamp } from "@marquee/contract";
import { and, asc, desc, eq, inArray, lte, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { ArchivedFile, ServedPage, StoredPage } from "./archive.types.ts";
import { packFile, unpackFile } from "./packFile.ts";
import { archivedAddresses, archivedFiles, pageVersions, releaseStarts, releases } from "./tables.ts";

/** Stores archived pages and files by content hash, so a file that several releases share is stored once. */
export interface ArchiveStore {
  /** Stores a file under its URL. If it is already the latest file there, only updates when it was last served. */
  keepFile(address: string, file: ArchivedFile, at: Timestamp): Promise<void>;
  /**
   * Marks hashed URLs as still served.
   * @returns those that are not archived.
   */
  markServed(addresses: readonly string[], at: Timestamp): Promise<string[]>;
  /** The file served from a URL at a time; if the URL was first seen later, its first file; null if the URL is unknown. */
  readFile(address: string, at: Timestamp): Promise<ArchivedFile | null>;
  /** @param addresses URLs on this site that the document needs for its appearance. */
  keepPage(page: ServedPage, served: { release: string; addresses: string[]; at: Timestamp }): Promise<void>;
  readPage(version: string): Promise<StoredPage | null>;
  /** Records that a release is being served. @param addresses URLs of all its files; empty if unknown. */
  keepRelease(id: string, addresses: string[], at: Timestamp): Promise<void>;
  /** Records when the site switched to a release. Does nothing if the last recorded start is of the same release. */
  keepStart(release: string, at: Timestamp): Promise<void>;
}

const HTML = "text/html; charset=utf-8";

export function createArchiveStore(db: RecordsDatabase): ArchiveStore {
  /**
   * Stores a file's content, or marks existing content as just served, so that pruning does not remove it before its reference is written.
   * @returns its digest.
   */
  async function keepBody(file: ArchivedFile, at: Timestamp): Promise<string> {
    const digest = createHash("sha256").update(file.body).digest("hex");
    const keptAt = new Date(at);
    const isIt = eq(archivedFiles.digest, digest);
    const updated = await db
      .update(archivedFiles)
      .set({ keptAt })
      .where(isIt)
      .returning({ digest: archivedFiles.digest });
    if (updated.length > 0) return digest;
    const row = { digest, mediaType: file.mediaType, body: await packFile(file), keptAt };
    await db
      .insert(archivedFiles)
      .values(row)
      .onConflictDoUpdate({ target: archivedFiles.digest, set: { keptAt } });
    return digest;
  }

  return {
    async keepFile(address, file, at) {
      const digest = await keepBody(file, at);
      const lastServedAt = new Date(at);
      const { firstSeenAt } = archivedAddresses;
      const isLatest = sql`not exists (select 1 from ${archivedAddresses} later
        where later.address = ${address} and later.first_seen_at > ${firstSeenAt})`;
      const updated = await db
        .update(archivedAddresses)
        .set({ lastServedAt })
        .where(and(eq(archivedAddresses.address, address), eq(archivedAddresses.digest, digest), isLatest))
        .returning({ digest: archivedAddresses.digest });
      if (updated.length > 0) return;
      await db
        .insert(archivedAddresses)
        .values({ address, digest, firstSeenAt: lastServedAt, lastServedAt })
        .onConflictDoNothing();
    },

    async markServed(addresses, at) {
      if (addresses.length === 0) return [];
      const rows = await db
        .update(archivedAddresses)
        .set({ lastServedAt: new Date(at) })
        .where(inArray(archivedAddresses.address, [...addresses]))
        .returning({ address: archivedAddresses.address });
      const storedAddresses = new Set(rows.map(({ address }) => address));
      return addresses.filter((address) => !storedAddresses.has(address));
    },

    async readFile(address, at) {
      const isIt = eq(archivedAddresses.address, address);
      const { firstSeenAt } = archivedAddresses;
      const find = () =>
        db
          .select({ mediaType: archivedFiles.mediaType, body: archivedFiles.body })
          .from(archivedAddresses)
          .innerJoin(archivedFiles, eq(archivedFiles.digest, archivedAddresses.digest));
      const before = and(isIt, lte(firstSeenAt, new Date(at)));
      const [row] = await find().where(before).orderBy(desc(firstSeenAt)).limit(1);
      if (row) return unpackFile(row);
      // A page's files are archived shortly after the page itself, so the first copy is used.
      const [first] = await find().where(isIt).orderBy(asc(firstSeenAt)).limit(1);
      return first ? unpackFile(first) : null;
    },

    async keepPage({ version, path, variant, html }, { release, addresses, at }) {
      const digest = await keepBody({ mediaType: HTML, body: html }, at);
      const lastServedAt = new Date(at);
      const row = { version, path, variant, release, digest, addresses, lastServedAt };
      await db
        .insert(pageVersions)
        .values({ ...row, firstServedAt: lastServedAt })
        .onConflictDoUpdate({ target: pageVersions.version, set: { lastServedAt, addresses } });
    },

    async readPage(version) {
      const [row] = await db
        .select({
          mediaType: archivedFiles.mediaType,
          body: archivedFiles.body,
          firstServedAt: pageVersions.firstServedAt,
        })
        .from(pageVersions)
        .innerJoin(archivedFiles, eq(archivedFiles.digest, pageVersions.digest))
        .where(eq(pageVersions.version, version));
      return row ? { html: (await unpackFile(row)).body, firstServedAt: row.firstServedAt.getTime() } : null;
    },

    async keepRelease(id, addresses, at) {
      const lastServedAt = new Date(at);
      await db
        .insert(releases)
        .values({ id, addresses, firstServedAt: lastServedAt, lastServedAt })
        .onConflictDoUpdate({ target: releases.id, set: { lastServedAt, addresses } });
    },

    async keepStart(release, at) {
      await db.transaction(async (tx) => {
        // Several servers may start with the same release at the same time.
        await tx.execute(sql`lock table ${releaseStarts} in exclusive mode`);
        const newest = desc(releaseStarts.servedFrom);
        const [last] = await tx.select().from(releaseStarts).orderBy(newest).limit(1);
        if (last?.release !== release)
          await tx
            .insert(releaseStarts)
            .values({ release, servedFrom: new Date(at) })
            .onConflictDoNothing();
      });
    },
  };
}
