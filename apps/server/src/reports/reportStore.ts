import { isDeepStrictEqual } from "node:util";
import type { Timestamp } from "@marquee/contract";
import { shortenText } from "@marquee/contract";
import {
  MAX_CARDS,
  may,
  type ReportChange,
  type ReportDefinition,
  type ReportState,
  reportScreen,
} from "@marquee/contract/schema";
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { accounts, reports } from "../storage/records/schema.ts";
import { findSchedule } from "./mails/scheduleStore.ts";
import type { ReportReader } from "./reportReader.types.ts";
import { hasOpenShare } from "./shareStore.ts";

type Reader = Pick<RecordsDatabase, "select">;
type Row = typeof reports.$inferSelect;

interface Author {
  person: ReportReader;
  now: Timestamp;
}

interface Changer extends Author {
  /** @throws {ApiError} proof_required */
  prove: () => void;
}

/** Reports and boards that the account sees, by name: its own and the shared ones; owners of the console also those whose account is gone. */
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
  given: ReportDefinition,
  author: Author,
): Promise<ReportState> {
  const report = checkDefinition(given);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(reports)
      .values({ ...report, ownerId: author.person.id, ...stamp(author, 1) })
      .returning();
    if (!row) throw new Error("The report was not stored.");
    await record(tx, { row, action: "created", before: null }, author);
    return findReport(tx, row.id, author.person);
  });
}

/**
 * Saves, deletes or restores a report, or gives it to another account.
 * @param action overrides the action in the change history.
 * @throws {ApiError} bad_request for a wrong definition, not_found, conflict if the revision is outdated, forbidden for who may not give it away, proof_required
 * if others would see something else by a link or email.
 */
export async function changeReport(
  db: RecordsDatabase,
  { id, revision, report: given, owner }: ReportChange & { id: number },
  author: Changer,
  action?: "reverted",
): Promise<ReportState> {
  const report = checkDefinition(given);
  return db.transaction(async (tx) => {
    const before = await findReport(tx, id, author.person, { isDeletedToo: true });
    if (before.report.content.kind !== report.content.kind)
      throw new ApiError(
        "bad_request",
        "A report can't become a board, nor a board a report. Save a new one.",
      );
    if (
      !isDeepStrictEqual(before.report.content, report.content) &&
      (await isShownOutside(tx, id, author.now))
    )
      author.prove();
    const ownerId = owner === undefined ? undefined : await newOwner(tx, { before, owner, author });
    // Whoever makes a report private that belongs to nobody keeps it, or nobody could find it.
    const keeper = before.owner === null && !report.isShared ? author.person.id : undefined;
    const [row] = await tx
      .update(reports)
      .set({
        ...report,
        ...stamp(author, revision + 1),
        ...((ownerId ?? keeper) && { ownerId: ownerId ?? keeper }),
      })
      .where(and(eq(reports.id, id), eq(reports.revision, revision)))
      .returning();
    if (!row)
      throw new ApiError(
        "conflict",
        `${before.updatedBy} changed this at ${new Date(before.updatedAt).toISOString()}. Review their change, then save again.`,
      );
    const done = action ?? actionOf(before.report, report);
    await record(tx, { row, action: done, before: before.report }, author);
    // It may belong to someone else now, who keeps it private.
    return findReport(tx, id, null, { isDeletedToo: true });
  });
}

/** Whether links or emails show the report to others, also when the session has ended. */
const isShownOutside = async (tx: Reader, id: number, now: Timestamp) =>
  (await findSchedule(tx, id))?.isOn === true || (await hasOpenShare(tx, id, now));

/** Its owner and owners of the console give a report away, to anyone who can change reports. */
async function newOwner(
  tx: Reader,
  { before, owner, author: { person } }: { before: ReportState; owner: string; author: Author },
): Promise<string> {
  if (before.owner !== person.email && person.role !== "owner")
    throw new ApiError("forbidden", `Only ${before.owner ?? "an owner"} or an owner can change whose it is.`);
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
  return rows.map(({ row, owner }) => ({
    id: row.id,
    report: definitionOf(row),
    revision: row.revision,
    owner,
    updatedAt: row.updatedAt.getTime(),
    updatedBy: row.updatedBy,
  }));
}

function checkDefinition(given: ReportDefinition): ReportDefinition {
  const { content } = given;
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
  const name = given.name.trim().replace(/\s+/g, " ");
  return { ...given, name, description: given.description.trim() };
}

function actionOf(before: ReportDefinition, { isDeleted }: ReportDefinition): string {
  if (before.isDeleted === isDeleted) return "changed";
  return isDeleted ? "deleted" : "restored";
}

const stamp = ({ person, now }: Author, revision: number) => ({
  revision,
  updatedAt: new Date(now),
  updatedBy: person.email,
});

async function record(
  tx: Pick<RecordsDatabase, "insert">,
  { row, action, before }: { row: Row; action: string; before: ReportDefinition | null },
  { person, now }: Author,
): Promise<void> {
  const entity = row.content.kind === "board" ? "board" : "report";
  const change = { entity, key: String(row.id), action } as const;
  await recordChange(tx, { ...change, at: now, actor: person.email, before, after: definitionOf(row) });
}

const definitionOf = ({ name, description, isShared, isDeleted, content }: Row): ReportDefinition => ({
  ...{ name, description, isShared, isDeleted, content },
});
