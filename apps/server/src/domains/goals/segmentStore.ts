import { may, type SavedSegment, type SegmentDefinition } from "@marquee/contract/schema";
import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Reader } from "../../platform/versioned/statements.ts";
import { tidyName, versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import type { Author, Edit, Writing } from "../../platform/versioned/versionedRecord.types.ts";
import type { Account } from "../accounts/accounts.ts";
import { accounts } from "../accounts/tables.ts";
import { segments } from "./tables.ts";

/** The account that reads or changes segments. */
type Person = Pick<Account, "id" | "email" | "role">;
type Row = typeof segments.$inferSelect;

interface SegmentAuthor extends Author {
  person: Person;
}

/** There is no change history, which everyone could read, because most segments are private. */
export const segmentStore = versionedRecord({
  entity: null,
  noun: "this segment",
  table: segments,
  key: "id",
  columnsOf,
  definitionOf: ({ name, isShared, filters }) => ({ name, isShared, filters }),
});

async function columnsOf(
  { name, isShared, filters }: SegmentDefinition,
  { tx, before, author: { person } }: Writing<Row, SegmentAuthor>,
): Promise<Partial<Row>> {
  if (before) await findEditable(tx, before.id, person);
  if (isShared && !mayShare(person))
    throw new ApiError(
      "forbidden",
      "Only editors and owners can share segments. Save it for yourself, or ask one of them.",
    );
  // The person who makes a segment private becomes its owner; otherwise, nobody could find it.
  const ownerId = before?.ownerId ?? person.id;
  return { name: tidyName(name), isShared, filters, ownerId };
}

/** @throws {ApiError} forbidden if a viewer shares it. */
export async function createSegment(
  db: RecordsDatabase,
  segment: SegmentDefinition,
  { person, now }: Omit<SegmentAuthor, "actor">,
): Promise<SavedSegment> {
  const { id } = await segmentStore.create(db, segment, { actor: person.email, person, now });
  return find(db, id, person);
}

/** @throws {ApiError} not_found, forbidden, conflict if the revision is outdated. */
export async function changeSegment(
  db: RecordsDatabase,
  edit: Edit<SegmentDefinition>,
  { person, now }: Omit<SegmentAuthor, "actor">,
): Promise<SavedSegment> {
  const { id } = await segmentStore.change(db, edit, { actor: person.email, person, now });
  // An owner of the console may have made another account's segment private.
  const [saved] = await listSegments(db, person, eq(segments.id, id), { isComplete: true });
  if (!saved) throw missing();
  return saved;
}

/** @throws {ApiError} not_found, forbidden */
export async function deleteSegment(db: RecordsDatabase, id: number, person: Person): Promise<void> {
  await findEditable(db, id, person);
  await db.delete(segments).where(eq(segments.id, id));
}

async function find(db: Reader, id: number, person: Person): Promise<SavedSegment> {
  const [segment] = await listSegments(db, person, eq(segments.id, id));
  if (!segment) throw missing();
  return segment;
}

async function findEditable(db: Reader, id: number, person: Person): Promise<SavedSegment> {
  const segment = await find(db, id, person);
  if (segment.isEditable) return segment;
  const owner = segment.owner ?? "Someone else";
  throw new ApiError("forbidden", `${owner} saved this segment. Only they or an owner can change it.`);
}

/**
 * Segments that the account sees: its own and the shared ones, by name.
 * @param isComplete includes those of others.
 */
export async function listSegments(
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
  return rows.map(({ segment, owner }) => ({
    ...segmentStore.stateOf(segment),
    owner,
    isEditable: segment.ownerId === id || role === "owner",
  }));
}

/** Whether the account can share segments. */
export const mayShare = ({ role }: Pick<Person, "role">): boolean => may(role, "edit");

const missing = () => new ApiError("not_found", "This segment does not exist.");
