import { cutText } from "@marquee/contract";
import type { AuditEntry, AuditQuery, AuditResponse } from "@marquee/contract/schema";
import { and, count, desc, eq, ilike, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { type Place, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { type HashEmail, hashSubject } from "../identities/names.ts";
import { dataExports, deletionRequests } from "../tables.ts";
import { stateOf } from "./readPerson.ts";

type Requests = typeof dataExports | typeof deletionRequests;

/** `requestedBy` of a withdrawal, and of a visitor's own export. */
export const VISITOR = "visitor";
const PAGE_SIZE = 50;

/**
 * One page of the privacy requests, newest first: either those of console accounts or those of visitors. They are separate lists
 * so that nobody can bury entries of one kind under many of the other.
 * @throws {ApiError} bad_request for an invalid cursor.
 */
export async function readAudit(
  db: RecordsDatabase,
  { by = "staff", action, text: typed, before }: AuditQuery,
  hashEmail: HashEmail,
): Promise<AuditResponse> {
  const text = typed ? { part: typed, hash: hashSubject(typed, hashEmail) } : undefined;
  const place = readCursor(before);
  const isVisitors = by === "visitors";
  const [exported, deleted, counts] = await Promise.all([
    !isVisitors && action === "delete"
      ? []
      : readExports(db, and(exportsBy(by), exportsWith(text), isBefore(dataExports, place))),
    !isVisitors && action === "export"
      ? []
      : readDeletions(db, and(requestedBy(by), deletionsWith(text), isBefore(deletionRequests, place))),
    countMatches(db, text),
  ]);
  const merged = [...exported, ...deleted].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const entries = merged.slice(0, PAGE_SIZE);
  const last = merged.length > PAGE_SIZE ? entries.at(-1) : undefined;
  return { entries, next: last ? writeCursor(last) : null, counts };
}

async function readExports(db: RecordsDatabase, where: SQL | undefined): Promise<AuditEntry[]> {
  const { requestedAt, id } = dataExports;
  const rows = await db
    .select()
    .from(dataExports)
    .where(where)
    .orderBy(desc(requestedAt), desc(id))
    .limit(PAGE_SIZE + 1);
  return rows.map((row) => ({
    id: row.id,
    at: row.requestedAt.getTime(),
    action: "export",
    actor: row.requestedBy === VISITOR ? null : row.requestedBy,
    ...subjectOf(row.subject, row.subjectHash),
    deletion: null,
  }));
}

async function readDeletions(db: RecordsDatabase, where: SQL | undefined): Promise<AuditEntry[]> {
  const { requestedAt, id } = deletionRequests;
  const rows = await db
    .select()
    .from(deletionRequests)
    .where(where)
    .orderBy(desc(requestedAt), desc(id))
    .limit(PAGE_SIZE + 1);
  return rows.map((row) => ({
    id: row.id,
    at: row.requestedAt.getTime(),
    action: row.requestedBy === VISITOR ? "withdrawal" : "delete",
    actor: row.requestedBy === VISITOR ? null : row.requestedBy,
    ...subjectOf(row.visitorId, row.subjectHash),
    deletion: stateOf(row),
  }));
}

/** Characters of the hash that are enough to tell people apart. */
const REFERENCE_LENGTH = 8;

function subjectOf(subject: string, hash: string | null): Pick<AuditEntry, "subject" | "reference"> {
  if (subject !== "") return { subject, reference: null };
  return { subject: null, reference: cutText(hash ?? "", REFERENCE_LENGTH) };
}

/** A part of a name, and the hash of the person with exactly this name. */
interface SearchedText {
  part: string;
  hash: string;
}

async function countMatches(
  db: RecordsDatabase,
  text: SearchedText | undefined,
): Promise<AuditResponse["counts"]> {
  const countDeletions = (by: "staff" | "visitors") =>
    db
      .select({ value: count() })
      .from(deletionRequests)
      .where(and(requestedBy(by), deletionsWith(text)));
  const countExports = (by: "staff" | "visitors") =>
    db
      .select({ value: count() })
      .from(dataExports)
      .where(and(exportsBy(by), exportsWith(text)));
  const countAll = async (by: "staff" | "visitors") => {
    const counts = await Promise.all([countExports(by), countDeletions(by)]);
    return counts.reduce((sum, [row]) => sum + (row?.value ?? 0), 0);
  };
  const [staff, visitors] = await Promise.all([countAll("staff"), countAll("visitors")]);
  return { staff, visitors };
}

// An inlined literal: with a bound parameter, PostgreSQL could not tell that the partial index covers these rows.
const isStaff = (column: AnyPgColumn) => sql`${column} <> ${sql.raw(`'${VISITOR}'`)}`;

function requestedBy(by: "staff" | "visitors"): SQL {
  const { requestedBy: actor } = deletionRequests;
  return by === "visitors" ? eq(actor, VISITOR) : isStaff(actor);
}

function exportsBy(by: "staff" | "visitors"): SQL {
  const { requestedBy: actor } = dataExports;
  return by === "visitors" ? eq(actor, VISITOR) : isStaff(actor);
}

function exportsWith(text: SearchedText | undefined): SQL | undefined {
  const { subject, subjectHash, requestedBy: actor } = dataExports;
  return text && concerns({ subject, subjectHash, actor }, text);
}

function deletionsWith(text: SearchedText | undefined): SQL | undefined {
  const { visitorId: subject, subjectHash, requestedBy: actor } = deletionRequests;
  return text && concerns({ subject, subjectHash, actor }, text);
}

/** Matches part of the subject or actor, and full subjects whose name was removed. The placeholder for visitors is not searchable. */
function concerns(
  { subject, subjectHash, actor }: Record<"subject" | "subjectHash" | "actor", AnyPgColumn>,
  { part, hash }: SearchedText,
): SQL | undefined {
  return or(contains(subject, part), eq(subjectHash, hash), and(contains(actor, part), ne(actor, VISITOR)));
}

/** Matches rows that follow the last entry of the previous page, which are older. */
function isBefore({ requestedAt, id }: Requests, place: Place | null): SQL | undefined {
  if (!place) return undefined;
  const at = new Date(place.at);
  return or(lt(requestedAt, at), and(eq(requestedAt, at), sql`${id}::text collate "C" < ${place.id}`));
}

function contains(column: AnyPgColumn, text: string): SQL {
  return ilike(column, `%${text.replace(/[\\%_]/g, "\\$&")}%`);
}
