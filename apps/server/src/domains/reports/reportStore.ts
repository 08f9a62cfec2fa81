import { isDeepStrictEqual } from "node:util";
import type { Timestamp } from "@marquee/contract";
import { shortenText } from "@marquee/contract";
import {
  MAX_CARDS,
  may,
  type ReportDefinition,
  type ReportState,
  reportScreen,
} from "@marquee/contract/schema";
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Reader } from "../../platform/versioned/statements.ts";
import { tidyName, versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import type { Author, Edit, Writing } from "../../platform/versioned/versionedRecord.types.ts";
import { accounts } from "../accounts/tables.ts";
import { findSchedule } from "./mails/scheduleStore.ts";
import type { ReportReader } from "./reportReader.types.ts";
import { hasOpenShare } from "./shareStore.ts";
import { reports } from "./tables.ts";

type Row = typeof reports.$inferSelect;

interface ReportAuthor extends Author {
  person: ReportReader;
  /** Email address of the account that becomes the owner. */
  owner?: string | undefined;
  /** Called if links or emails would show others something different. @throws {ApiError} proof_required */
  prove: () => void;
}

export const reportStore = versionedRecord({
  entity: ({ content }: ReportDefinition) => (content.kind === "board" ? "board" : "report"),
  noun: "this",
  missing: "This report does not exist, or it is private.",
  table: reports,
  key: "id",
  columnsOf,
  definitionOf,
  end: { action: "deleted", flag: "isDeleted", isEnded: reports.isDeleted },
});

/**
 * @throws {ApiError} bad_request for a wrong definition, not_found, forbidden for accounts that may not transfer it,
 * proof_required.
 */
async function columnsOf(
  definition: ReportDefinition,
  { tx, before, author }: Writing<Row, ReportAuthor>,
): Promise<Partial<Row>> {
  const report = checkDefinition(definition);
  const { person, owner, now } = author;
  if (!before) return { ...report, ownerId: person.id };
  const state = await findReport(tx, before.id, person, { isDeletedToo: true });
  if (before.content.kind !== report.content.kind)
    throw new ApiError(
      "bad_request",
      "A report can't become a board, or a board a report. Save a new one instead.",
    );
  const isSame = isDeepStrictEqual(before.content, report.content);
  if (!isSame && (await isShownOutside(tx, before.id, now))) author.prove();
  if (owner !== undefined)
    return { ...report, ownerId: await newOwner(tx, { before: state, owner, person }) };
  // Someone who makes a report without an owner private becomes its owner; otherwise, nobody could find it.
  return { ...report, ...(before.ownerId === null && !report.isShared && { ownerId: person.id }) };
}

/**
 * Reports and boards that the account sees, by name: its own and the shared ones; owners of the console also see those of removed accounts.
 */
export async function listReports(db: Reader, person: ReportReader): Promise<ReportState[]> {
  return read(db, and(eq(reports.isDeleted, false), isShownTo(person)));
}

/** @param person null for the server itself, which sees every report. @throws {ApiError} not_found */
export async function findReport(
  db: Reader,
  id: number,
  person: ReportReader | null,
  { isDeletedToo = false } = {},
): Promise<ReportState> {
  const isThere = isDeletedToo ? undefined : eq(reports.isDeleted, false);
  const [report] = await read(db, and(eq(reports.id, id), isThere, person ? isShownTo(person) : undefined));
  if (!report) throw new ApiError("not_found", "This report does not exist, or it is private.");
  return report;
}

/** @throws {ApiError} bad_request for a wrong definition. */
export async function createReport(
  db: RecordsDatabase,
  report: ReportDefinition,
  { person, now }: Pick<ReportAuthor, "person" | "now">,
): Promise<ReportState> {
  const author = { actor: person.email, person, now, prove: () => {} };
  const { id } = await reportStore.create(db, report, author);
  return findReport(db, id, person);
}

/**
 * Saves, deletes or restores a report, or transfers it to another account.
 * @throws {ApiError} like {@link columnsOf}; conflict if the revision is outdated.
 */
export async function changeReport(
  db: RecordsDatabase,
  edit: Edit<ReportDefinition>,
  author: Omit<ReportAuthor, "actor">,
): Promise<ReportState> {
  const { id } = await reportStore.change(db, edit, { ...author, actor: author.person.email });
  // It may now be private to someone else.
  return findReport(db, id, null, { isDeletedToo: true });
}

/** Whether links or emails show the report to people without a session. */
const isShownOutside = async (tx: Reader, id: number, now: Timestamp) =>
  (await findSchedule(tx, id))?.isOn === true || (await hasOpenShare(tx, id, now));

/**
 * The new owner. A report's owner and owners of the console can transfer it to anyone who can change reports.
 */
async function newOwner(
  tx: Reader,
  { before, owner, person }: { before: ReportState; owner: string; person: ReportReader },
): Promise<string> {
  if (before.owner !== person.email && person.role !== "owner")
    throw new ApiError("forbidden", `Only ${before.owner ?? "an owner"} or an owner can change its owner.`);
  const [account] = await tx.select().from(accounts).where(eq(accounts.email, owner));
  if (account && may(account.role, "edit")) return account.id;
  throw new ApiError(
    "bad_request",
    `${owner} has no account that can own reports. Choose an editor or owner.`,
  );
}

/** Email addresses of the accounts that can own reports. */
export async function listReportOwners(db: Reader): Promise<string[]> {
  const rows = await db
    .select({ email: accounts.email, role: accounts.role })
    .from(accounts)
    .orderBy(accounts.email);
  return rows.filter(({ role }) => may(role, "edit")).map(({ email }) => email);
}

function isShownTo({ id, role }: ReportReader): SQL | undefined {
  return or(
    eq(reports.isShared, true),
    eq(reports.ownerId, id),
    role === "owner" ? isNull(reports.ownerId) : undefined,
  );
}

async function read(db: Reader, condition: SQL | undefined): Promise<ReportState[]> {
  const rows = await db
    .select({ row: reports, owner: accounts.email })
    .from(reports)
    .leftJoin(accounts, eq(accounts.id, reports.ownerId))
    .where(condition)
    .orderBy(asc(sql`lower(${reports.name})`), asc(reports.id));
  return rows.map(({ row, owner }) => ({ ...reportStore.stateOf(row), owner }));
}

function checkDefinition(definition: ReportDefinition): ReportDefinition {
  const { content } = definition;
  const ids = new Set(content.cards.map(({ id }) => id));
  if (ids.size < content.cards.length || ids.size > MAX_CARDS)
    throw new ApiError("bad_request", "Two cards have the same ID. Give each card its own.");
  if (content.kind === "screen") {
    const screen = reportScreen(content.path);
    if (!screen)
      throw new ApiError(
        "bad_request",
        `The screen ${shortenText(content.path, 100)} can't be saved as a report.`,
      );
    if (screen.isPersonal && content.cards.length > 0)
      throw new ApiError("bad_request", `${screen.isPersonal} It can be saved, but has no cards.`);
  }
  return { ...definition, name: tidyName(definition.name), description: definition.description.trim() };
}

function definitionOf({ name, description, isShared, isDeleted, content }: Row): ReportDefinition {
  return { name, description, isShared, isDeleted, content };
}
