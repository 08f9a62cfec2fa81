import { type ImageFile, type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import { MAX_UPLOADED_BYTES } from "@marquee/contract/schema";
import { asc, eq, sql, sum } from "drizzle-orm";
import type { Logger } from "pino";
import { ApiError } from "../../platform/errors/apiError.ts";
import { startJob } from "../../platform/jobs/startJob.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { rowsOf } from "../../platform/storage/records/rowsOf.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { contentImageParts, contentImages } from "./tables.ts";

type Reader = Pick<RecordsDatabase, "select">;

/** Any number that no other advisory lock uses. */
const LOCK = 1_768_715_332;
const PART_BYTES = 256 * 1024;
/** How long an unused upload is kept, because an editor may be about to add it, or to undo. */
const UNUSED_FOR: Milliseconds = ONE_DAY;

/**
 * Stores the original of an image, so that every instance has it. Equal files are stored once. @throws {ApiError} bad_request if there is no space.
 */
export async function storeImage(
  db: RecordsDatabase,
  { file, body }: { file: ImageFile; body: Uint8Array },
  { actor, now }: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const [existing] = await touch(tx, file.hash, now);
    if (existing) return;
    const [used] = await tx.select({ bytes: sum(contentImages.bytes) }).from(contentImages);
    if (Number(used?.bytes ?? 0) + file.bytes > MAX_UPLOADED_BYTES)
      throw new ApiError(
        "bad_request",
        `All uploaded images together can have at most ${MAX_UPLOADED_BYTES / 1024 ** 2} MB. Upload a smaller file.`,
      );
    await tx.insert(contentImages).values({ ...file, uploadedBy: actor, usedAt: new Date(now) });
    for (let part = 0; part * PART_BYTES < body.byteLength; part += 1) {
      const bytes = body.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      await tx.insert(contentImageParts).values({ image: file.hash, part, body: bytes });
    }
  });
}

/** The bytes of an uploaded original; null if there is none. */
export async function readImage(db: Reader, hash: string): Promise<Buffer | null> {
  const parts = await db
    .select({ body: contentImageParts.body })
    .from(contentImageParts)
    .where(eq(contentImageParts.image, hash))
    .orderBy(asc(contentImageParts.part));
  return parts.length > 0 ? Buffer.concat(parts.map(({ body }) => body)) : null;
}

/**
 * Marks an original as used, so that it is kept until its user is stored.
 * @returns whether exactly this file exists: its hash with its size and format.
 */
export async function keepImage(tx: Transaction, file: ImageFile, now: Timestamp): Promise<boolean> {
  const [row] = await touch(tx, file.hash, now);
  const facts = ["width", "height", "format", "bytes"] as const;
  return row !== undefined && facts.every((name) => row[name] === file[name]);
}

function touch(tx: Transaction, hash: string, now: Timestamp) {
  return tx
    .update(contentImages)
    .set({ usedAt: new Date(now) })
    .where(eq(contentImages.hash, hash))
    .returning();
}

/** Removes originals that no revision and no draft, discarded ones included, uses and that have not been touched for a day. @returns their number. */
export async function removeUnusedImages(db: RecordsDatabase, now: Timestamp): Promise<number> {
  const before = new Date(now - UNUSED_FOR);
  const removed = await db.execute(sql`
    delete from content_images where used_at < ${before.toISOString()}::timestamptz and hash not in (
      select hash from (
        select unnest(array[value #>> '{/file,hash}', value #>> array['', 'file', 'hash']]) as hash from content_objects
        union select unnest(array[
          change #>> '{value,hash}', change #>> '{value,file,hash}', change #>> '{from,hash}', change #>> '{from,file,hash}'
        ]) from content_draft_fields where item like 'image:%'
      ) as used where hash is not null
    ) returning hash`);
  return rowsOf(removed).length;
}

interface CleanupOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
  log: Logger;
}

/** Runs {@link removeUnusedImages} every hour. @returns a function that stops it and resolves once a running one has ended. */
export function startImageCleanup({ db, now, log }: CleanupOptions): () => Promise<void> {
  const job = startJob({
    name: "image-cleanup",
    first: ONE_HOUR,
    interval: ONE_HOUR,
    async run() {
      const removed = await removeUnusedImages(db, now());
      if (removed > 0) log.info(`Removed ${removed} uploaded images that nothing uses.`);
    },
    failure: "Failed to remove unused images; trying again in an hour.",
    log,
  });
  return job.stop;
}
