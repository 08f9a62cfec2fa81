import type { Timestamp } from "@marquee/contract";
import type { ErrorChange, ErrorState, ErrorStatus, Release } from "@marquee/contract/schema";
import { and, eq, inArray } from "drizzle-orm";
import { releaseAt } from "../../archive/archiveQueries.ts";
import { ApiError } from "../../errors/apiError.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { type ErrorReturn, queryReturnedErrors } from "../../storage/events/queries/errors/returnedErrors.ts";
import { recordChange } from "../../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { accounts, errorStatuses } from "../../storage/records/schema.ts";

type Reader = Pick<RecordsDatabase, "select">;
type Row = typeof errorStatuses.$inferSelect;

/** An error's status as in the change history. */
export interface RecordedErrorStatus {
  message: string;
  state: ErrorState;
  /** Email address; null for none. */
  owner: string | null;
}

/** Status of an error that nobody has changed. */
export const UNTOUCHED: ErrorStatus = {
  state: "open",
  resolved: null,
  reopened: null,
  owner: null,
  revision: 0,
  updated: null,
};

interface ReadOptions {
  db: Reader;
  eventStore: Pick<EventStore, "query">;
  /** Sorted, oldest first. */
  releases: readonly Release[];
  now: Timestamp;
}

/**
 * Statuses of errors that someone changed, by fingerprint. A resolved one is open again if it occurred in a later release.
 * @param fingerprints only of these.
 */
export async function readErrorStatuses(
  { db, eventStore, releases, now }: ReadOptions,
  fingerprints?: readonly string[],
): Promise<Map<string, ErrorStatus>> {
  const rows = await db
    .select({ status: errorStatuses, email: accounts.email })
    .from(errorStatuses)
    .leftJoin(accounts, eq(accounts.id, errorStatuses.ownerId))
    .where(fingerprints && inArray(errorStatuses.fingerprint, [...fingerprints]));
  const resolved = rows.flatMap(({ status: { fingerprint, state, resolvedAt, resolvedIn } }) =>
    state === "resolved" && resolvedAt ? [{ fingerprint, resolvedAt: resolvedAt.getTime(), resolvedIn }] : [],
  );
  const returns = await queryReturnedErrors(eventStore, resolved, { releases, to: now + 1 });
  const returned = new Map(returns.map((each) => [each.fingerprint, each]));
  return new Map(
    rows.map(({ status, email }) => [
      status.fingerprint,
      statusOf(status, email, returned.get(status.fingerprint)),
    ]),
  );
}

function statusOf(row: Row, email: string | null, returned: ErrorReturn | undefined): ErrorStatus {
  const { state, resolvedAt, resolvedIn, ownerId, revision, updatedAt, updatedBy } = row;
  return {
    state: returned ? "open" : state,
    resolved: resolvedAt && { at: resolvedAt.getTime(), release: resolvedIn },
    reopened: returned ? { at: returned.at, release: returned.release } : null,
    owner: ownerId === null || email === null ? null : { id: ownerId, email },
    revision,
    updated: { at: updatedAt.getTime(), by: updatedBy },
  };
}

/** The current revision of an error's status; 0 if nobody has changed it. */
export async function findErrorRevision(db: Reader, fingerprint: string): Promise<number> {
  const [row] = await db
    .select({ revision: errorStatuses.revision })
    .from(errorStatuses)
    .where(eq(errorStatuses.fingerprint, fingerprint));
  return row?.revision ?? 0;
}

interface SavedChange extends ErrorChange {
  fingerprint: string;
  /** For the change history. */
  message: string;
}

interface Author {
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
  /** Sorted, oldest first. */
  releases: readonly Release[];
}

/**
 * Changes an error's state or owner. Resolving it again, after it came back, counts from now.
 * @param action overrides the action in the change history.
 * @throws {ApiError} bad_request for an unknown owner, conflict if the revision is outdated.
 */
export async function saveErrorStatus(
  db: RecordsDatabase,
  { fingerprint, message, revision, state, owner }: SavedChange,
  { actor, now, releases }: Author,
  action?: "reverted",
): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ row: errorStatuses, email: accounts.email })
      .from(errorStatuses)
      .leftJoin(accounts, eq(accounts.id, errorStatuses.ownerId))
      .where(eq(errorStatuses.fingerprint, fingerprint));
    const person = owner === null ? null : await findPerson(tx, owner);
    const resolved =
      state === "resolved"
        ? { resolvedAt: new Date(now), resolvedIn: releaseAt(releases, now) }
        : { resolvedAt: null, resolvedIn: "" };
    const keepsResolution =
      before?.row.state === "resolved" && state === "resolved" && before.row.ownerId !== owner;
    const values = {
      ...{ state, ownerId: owner, message, revision: revision + 1 },
      ...(keepsResolution ? {} : resolved),
      ...{ updatedAt: new Date(now), updatedBy: actor },
    };
    // The statements themselves compare the revision, so two concurrent changes cannot both succeed.
    const saved =
      revision === 0
        ? await tx
            .insert(errorStatuses)
            .values({ fingerprint, ...values })
            .onConflictDoNothing()
            .returning()
        : await tx
            .update(errorStatuses)
            .set(values)
            .where(and(eq(errorStatuses.fingerprint, fingerprint), eq(errorStatuses.revision, revision)))
            .returning();
    if (saved.length === 0) throw conflict(before?.row);
    await recordChange(tx, {
      ...{ at: now, actor, entity: "error", key: fingerprint },
      action: action ?? actionOf(before?.row, { state, ownerId: owner }),
      before: before
        ? ({
            message: before.row.message,
            state: before.row.state,
            owner: before.email,
          } satisfies RecordedErrorStatus)
        : null,
      after: { message, state, owner: person?.email ?? null } satisfies RecordedErrorStatus,
    });
  });
}

function actionOf(before: Row | undefined, { state, ownerId }: Pick<Row, "state" | "ownerId">): string {
  const isSame = (before?.state ?? "open") === state;
  if (isSame && (before?.ownerId ?? null) !== ownerId) return ownerId === null ? "unassigned" : "assigned";
  return state === "open" ? "reopened" : state;
}

async function findPerson(db: Reader, id: string): Promise<{ id: string; email: string }> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  const [person] = isId
    ? await db.select({ id: accounts.id, email: accounts.email }).from(accounts).where(eq(accounts.id, id))
    : [];
  if (!person)
    throw new ApiError("bad_request", "This person has no account any more. Choose another owner.");
  return person;
}

function conflict(row: Row | undefined): ApiError {
  const who = row
    ? `${row.updatedBy} changed this error at ${row.updatedAt.toISOString()}.`
    : "Someone changed this error.";
  return new ApiError("conflict", `${who} Review their change, then try again.`);
}
