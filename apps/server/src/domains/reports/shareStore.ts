import { type Milliseconds, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { ReportShare } from "@marquee/contract/schema";
import { and, desc, eq, gt, isNull, type SQL } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import { recordChange } from "../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { createToken, digestOf } from "../../platform/storage/tokens.ts";
import { accounts } from "../accounts/tables.ts";
import type { ReportReader } from "./reportReader.types.ts";
import { reportShares, reports } from "./tables.ts";

type Reader = Pick<RecordsDatabase, "select">;

/** Maximum number of active links per report. */
const MAX_SHARES = 20;
/** Precision of the last opening time. */
const PRECISION: Milliseconds = ONE_MINUTE;

/** Every link, or those of a report, newest first. */
export async function listShares(db: Reader, reportId?: number): Promise<ReportShare[]> {
  return read(db, reportId === undefined ? undefined : eq(reportShares.reportId, reportId));
}

/** Whether the report has an active link. */
export async function hasOpenShare(db: Reader, reportId: number, now: Timestamp): Promise<boolean> {
  const rows = await db
    .select({ id: reportShares.id })
    .from(reportShares)
    .where(isOpen(reportId, now))
    .limit(1);
  return rows.length > 0;
}

const isOpen = (reportId: number, now: Timestamp) =>
  and(
    eq(reportShares.reportId, reportId),
    isNull(reportShares.revokedAt),
    gt(reportShares.expiresAt, new Date(now)),
  );

/**
 * Creates a link to a report.
 * @returns its token, which is not stored.
 * @throws {ApiError} conflict if the report has too many.
 */
export async function createShare(
  db: RecordsDatabase,
  { reportId, days, person, now }: { reportId: number; days: number; person: ReportReader; now: Timestamp },
): Promise<{ share: ReportShare; token: string }> {
  const token = createToken();
  return db.transaction(async (tx) => {
    const open = await tx.select().from(reportShares).where(isOpen(reportId, now));
    if (open.length >= MAX_SHARES)
      throw new ApiError(
        "conflict",
        `This has ${MAX_SHARES} links already. Revoke one that's no longer needed.`,
      );
    const [row] = await tx
      .insert(reportShares)
      .values({
        reportId,
        digest: digestOf(token),
        accountId: person.id,
        createdAt: new Date(now),
        expiresAt: new Date(now + days * ONE_DAY),
      })
      .returning();
    const [share] = await read(tx, eq(reportShares.id, row?.id ?? ""));
    if (!share) throw new Error("The link was not stored.");
    await record(tx, { share, action: "created", actor: person.email, now });
    return { share, token };
  });
}

/**
 * Revokes a link immediately.
 * @throws {ApiError} not_found, forbidden for an editor who did not create it.
 */
export async function revokeShare(
  db: RecordsDatabase,
  { id, person, now }: { id: string; person: ReportReader; now: Timestamp },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [share] = /^[0-9a-f-]{36}$/.test(id) ? await read(tx, eq(reportShares.id, id)) : [];
    if (!share) throw new ApiError("not_found", "This link does not exist.");
    if (share.createdBy !== person.email && person.role !== "owner")
      throw new ApiError(
        "forbidden",
        `${share.createdBy} made this link. Only they or an owner can revoke it.`,
      );
    if (share.revokedAt !== null) return;
    await tx
      .update(reportShares)
      .set({ revokedAt: new Date(now) })
      .where(eq(reportShares.id, id));
    await record(tx, { share, action: "revoked", actor: person.email, now });
  });
}

/**
 * The report that a token opens, with its expiry; null if it is forged, expired or revoked, or the report is deleted.
 */
export async function openShare(
  db: RecordsDatabase,
  token: string,
  now: Timestamp,
): Promise<{ reportId: number; expiresAt: Timestamp } | null> {
  const [row] = await db
    .select({ share: reportShares })
    .from(reportShares)
    .innerJoin(reports, eq(reports.id, reportShares.reportId))
    .where(
      and(
        eq(reportShares.digest, digestOf(token)),
        isNull(reportShares.revokedAt),
        gt(reportShares.expiresAt, new Date(now)),
        eq(reports.isDeleted, false),
      ),
    );
  if (!row) return null;
  const { id, reportId, expiresAt, lastOpenedAt } = row.share;
  if (!lastOpenedAt || now - lastOpenedAt.getTime() >= PRECISION)
    await db
      .update(reportShares)
      .set({ lastOpenedAt: new Date(now) })
      .where(eq(reportShares.id, id));
  return { reportId, expiresAt: expiresAt.getTime() };
}

async function read(db: Reader, condition: SQL | undefined): Promise<ReportShare[]> {
  const rows = await db
    .select({ share: reportShares, name: reports.name, createdBy: accounts.email })
    .from(reportShares)
    .innerJoin(reports, eq(reports.id, reportShares.reportId))
    .innerJoin(accounts, eq(accounts.id, reportShares.accountId))
    .where(condition)
    .orderBy(desc(reportShares.createdAt), reportShares.id)
    .limit(200);
  return rows.map(({ share, name, createdBy }) => ({
    id: share.id,
    report: share.reportId,
    name,
    createdBy,
    createdAt: share.createdAt.getTime(),
    expiresAt: share.expiresAt.getTime(),
    revokedAt: share.revokedAt?.getTime() ?? null,
    lastOpenedAt: share.lastOpenedAt?.getTime() ?? null,
  }));
}

async function record(
  tx: Pick<RecordsDatabase, "insert">,
  { share, action, actor, now }: { share: ReportShare; action: string; actor: string; now: Timestamp },
): Promise<void> {
  const { name, report } = share;
  const link = { name, until: share.expiresAt };
  const isRevoked = action === "revoked";
  await recordChange(tx, {
    at: now,
    actor,
    entity: "share",
    key: String(report),
    action,
    before: isRevoked ? link : null,
    after: isRevoked ? null : link,
  });
}
