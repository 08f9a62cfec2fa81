import type { FlagDefinition, Timestamp } from "@marquee/contract";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { flags } from "../storage/records/schema.ts";

/** A flag saved in the console. */
export type StoredFlag = typeof flags.$inferSelect;

type Writer = Pick<RecordsDatabase, "select" | "insert" | "update" | "delete">;

export interface FlagWrite {
  definition: FlagDefinition;
  /** Revision that the editor started from; 0 if the flag was never saved. */
  revision: number;
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
  /** Action in the audit log. */
  action: string;
  /** Previous definition for the audit log if the store has none, such as a built-in flag's; null for a new flag. */
  builtIn: FlagDefinition | null;
}

export function readFlags(db: Pick<RecordsDatabase, "select">): Promise<StoredFlag[]> {
  return db.select().from(flags);
}

export async function findFlag(db: Pick<RecordsDatabase, "select">, key: string): Promise<StoredFlag | null> {
  const [row] = await db.select().from(flags).where(eq(flags.key, key));
  return row ?? null;
}

/**
 * Writes a flag and its audit log entry. Call it within a transaction.
 * @throws {ApiError} conflict if the revision is outdated, not_found if the flag no longer exists.
 */
export async function writeFlag(tx: Writer, write: FlagWrite): Promise<StoredFlag> {
  const { definition, revision, actor, now, action, builtIn } = write;
  const { key } = definition;
  const before = await findFlag(tx, key);
  const values = { definition, revision: revision + 1, updatedAt: new Date(now), updatedBy: actor };
  // The statement itself compares the revision, so two concurrent edits cannot both succeed.
  const [written] =
    revision === 0
      ? await tx
          .insert(flags)
          .values({ key, ...values })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(flags)
          .set(values)
          .where(and(eq(flags.key, key), eq(flags.revision, revision)))
          .returning();
  if (!written) throw conflict(await findFlag(tx, key));
  const held = before?.definition ?? builtIn;
  await recordChange(tx, { at: now, actor, entity: "flag", key, action, before: held, after: definition });
  return written;
}

function conflict(stored: StoredFlag | null): ApiError {
  if (!stored) return new ApiError("not_found", "This flag no longer exists. Reload the page.");
  const { updatedBy, updatedAt } = stored;
  return new ApiError(
    "conflict",
    `${updatedBy} changed this flag at ${updatedAt.toISOString()}. Review their change, then save again.`,
  );
}
