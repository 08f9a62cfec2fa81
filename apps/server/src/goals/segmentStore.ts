import type { Timestamp } from "@marquee/contract";
import { may, type SavedSegment, type SegmentChange, type SegmentDefinition } from "@marquee/contract/schema";
import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Account } from "../accounts/accounts.ts";
import { ApiError } from "../errors/apiError.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { accounts, segments } from "../storage/records/schema.ts";

type Reader = Pick<RecordsDatabase, "select">;
/** The account that reads or changes segments. */
type Person = Pick<Account, "id" | "email" | "role">;

/** Segments that the account sees: its own and the shared ones, by name. */
export async function listSegments(db: Reader, person: Person): Promise<SavedSegment[]> {
  return read(db, person);
}

/** @throws {ApiError} forbidden if a viewer shares it. */
export async function createSegment(
  db: RecordsDatabase,
  segment: SegmentDefinition,
  { person, now }: { person: Person; now: Timestamp },
): Promise<SavedSegment> {
  checkSharing(segment, person);
  const [row] = await db
    .insert(segments)
    .values({
      ...trimmed(segment),
      ownerId: person.id,
      revision: 1,
      updatedAt: new Date(now),
      updatedBy: person.email,
    })
    .returning({ id: segments.id });
  return find(db, row?.id ?? 0, person);
}

/** @throws {ApiError} not_found, forbidden, conflict if the revision is outdated. */
export async function changeSegment(
  db: RecordsDatabase,
  { id, revision, segment }: SegmentChange & { id: number },
  { person, now }: { person: Person; now: Timestamp },
): Promise<SavedSegment> {
  const before = await findEditable(db, id, person);
  checkSharing(segment, person);
  const [row] = await db
    .update(segments)
    .set({
      ...trimmed(segment),
      revision: revision + 1,
      updatedAt: new Date(now),
      updatedBy: person.email,
      // Whoever makes a segment private keeps it, or its owner could no longer be found.
      ...(before.owner === null && { ownerId: person.id }),
    })
    .where(and(eq(segments.id, id), eq(segments.revision, revision)))
    .returning({ id: segments.id });
  if (!row) throw conflict(before);
  // An owner of the console may have made another account's segment private.
  const [saved] = await read(db, person, eq(segments.id, id), { isComplete: true });
  if (!saved) throw missing();
  return saved;
}

/** @throws {ApiError} not_found, forbidden */
export async function deleteSegment(db: RecordsDatabase, id: number, person: Person): Promise<void> {
  await findEditable(db, id, person);
  await db.delete(segments).where(eq(segments.id, id));
}

async function find(db: Reader, id: number, person: Person): Promise<SavedSegment> {
  const [segment] = await read(db, person, eq(segments.id, id));
  if (!segment) throw missing();
  return segment;
}

async function findEditable(db: Reader, id: number, person: Person): Promise<SavedSegment> {
  const segment = await find(db, id, person);
  if (segment.isEditable) return segment;
  const owner = segment.owner ?? "Someone else";
  throw new ApiError("forbidden", `${owner} saved this segment. Only they or an owner can change it.`);
}

async function read(
  db: Reader,
  { id, role }: Person,
  condition?: SQL,
  { isComplete = false } = {},
): Promise<SavedSegment[]> {
  const isSeen = isComplete ? undefined : or(eq(segments.isShared, true), eq(segments.ownerId, id));
  const rows = await db
    .select({ segment: segments, owner: accounts.email })
    .from(segments)
    .leftJoin(accounts, eq(accounts.id, segments.ownerId))
    .where(and(condition, isSeen))
    .orderBy(asc(sql`lower(${segments.name})`), asc(segments.id));
  return rows.map(({ segment: { ownerId, updatedAt, ...segment }, owner }) => ({
    ...segment,
    owner,
    isEditable: ownerId === id || role === "owner",
    updatedAt: updatedAt.getTime(),
  }));
}

/** Whether the account can share segments. */
export const mayShare = ({ role }: Pick<Person, "role">): boolean => may(role, "edit");

function checkSharing({ isShared }: SegmentDefinition, person: Person): void {
  if (isShared && !mayShare(person))
    throw new ApiError(
      "forbidden",
      "Only editors and owners can share segments. Save it for yourself, or ask one of them.",
    );
}

const trimmed = (segment: SegmentDefinition) => ({ ...segment, name: segment.name.trim() });

const missing = () => new ApiError("not_found", "This segment does not exist.");

function conflict({ updatedBy, updatedAt }: SavedSegment): ApiError {
  const when = new Date(updatedAt).toISOString();
  return new ApiError(
    "conflict",
    `${updatedBy} changed this segment at ${when}. Review their change, then save again.`,
  );
}
