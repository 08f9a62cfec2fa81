import type { Timestamp } from "@marquee/contract";
import type { ErrorState, ErrorStatus, Release } from "@marquee/contract/schema";
import { eq, inArray } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { Reader } from "../../../platform/versioned/statements.ts";
import { versionedRecord } from "../../../platform/versioned/versionedRecord.ts";
import type { Author, Change, Writing } from "../../../platform/versioned/versionedRecord.types.ts";
import { accounts } from "../../accounts/tables.ts";
import { releaseAt } from "../../archive/archiveQueries.ts";
import { errorStatuses } from "../tables.ts";
import { type ErrorReturn, queryReturnedErrors } from "./queries/returnedErrors.ts";

type Row = typeof errorStatuses.$inferSelect;

/** A person's change to an error's status. */
interface ErrorDecision {
  /** Error message, for the change history. */
  message: string;
  state: ErrorState;
  /** ID of an account; null for none. */
  owner: string | null;
}

interface ErrorAuthor extends Author {
  /** Sorted, oldest first. */
  releases: readonly Release[];
}

/** Statuses of errors, by fingerprint. Resolving an error again after it came back counts from now. */
export const errorStatusStore = versionedRecord({
  entity: "error",
  noun: "this error",
  table: errorStatuses,
  key: "fingerprint",
  columnsOf,
  definitionOf: ({ message, state, ownerId }) => ({ message, state, owner: ownerId }),
  stateOf: (row) => row,
  untouched: () => null,
  actionOf,
  recorded: async ({ tx, before, after }) => ({
    before: before && (await recordedOf(tx, before)),
    after: await recordedOf(tx, after),
  }),
});

/** An error's status as recorded in the change history. */
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
 * @param fingerprints limits the result to these.
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

/** @throws {ApiError} bad_request for an owner who has no account. */
async function columnsOf(
  { message, state, owner }: ErrorDecision,
  { tx, before, author: { now, releases } }: Writing<Row, ErrorAuthor>,
): Promise<Partial<Row>> {
  if (owner !== null && !(await findEmail(tx, owner)))
    throw new ApiError("bad_request", "This person no longer has an account. Choose another owner.");
  const keepsResolution = before?.state === "resolved" && state === "resolved" && before.ownerId !== owner;
  const resolved =
    state === "resolved"
      ? { resolvedAt: new Date(now), resolvedIn: releaseAt(releases, now) }
      : { resolvedAt: null, resolvedIn: "" };
  return { state, ownerId: owner, message, ...(keepsResolution ? {} : resolved) };
}

function actionOf({ before, after: { state, owner } }: Change<ErrorDecision>): string {
  const isSame = (before?.state ?? "open") === state;
  if (isSame && (before?.owner ?? null) !== owner) return owner === null ? "unassigned" : "assigned";
  return state === "open" ? "reopened" : state;
}

async function recordedOf(
  db: Reader,
  { message, state, owner }: ErrorDecision,
): Promise<RecordedErrorStatus> {
  return { message, state, owner: owner === null ? null : await findEmail(db, owner) };
}

async function findEmail(db: Reader, id: string): Promise<string | null> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  const [person] = isId
    ? await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, id))
    : [];
  return person?.email ?? null;
}
