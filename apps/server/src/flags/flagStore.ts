import type { FlagDefinition, Timestamp } from "@marquee/contract";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { flags } from "../storage/records/schema.ts";

/** A flag as somebody wrote it in the console. */
export type StoredFlag = typeof flags.$inferSelect;

type Writer = Pick<RecordsDatabase, "select" | "insert" | "update" | "delete">;

export interface FlagWrite {
  definition: FlagDefinition;
  /** The one the editor began from; 0 for a flag that nobody has changed yet. */
  revision: number;
  /** E-mail address of the account. */
  actor: string;
  now: Timestamp;
  /** What the audit log says was done. */
  action: string;
  /** What held before where the store has nothing: a built-in flag as the content folder has it, else null. */
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
 * Writes a flag and its line in the audit log; to be called within a transaction.
 * @throws {ApiError} conflict when somebody else has changed it since.
 */
export async function writeFlag(tx: Writer, write: FlagWrite): Promise<StoredFlag> {
  const { definition, revision, actor, now, action, builtIn } = write;
  const { key } = definition;
  const before = await findFlag(tx, key);
  const values = { definition, revision: revision + 1, updatedAt: new Date(now), updatedBy: actor };
  // The revision is compared in the statement itself: two editors at once cannot both pass.
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
  if (!stored) return new ApiError("not_found", "This flag is not there any more. Reload the page.");
  const { updatedBy, updatedAt } = stored;
  return new ApiError(
    "conflict",
    `${updatedBy} changed this flag at ${updatedAt.toISOString()} meanwhile. Look at that change, then save yours again.`,
  );
}
