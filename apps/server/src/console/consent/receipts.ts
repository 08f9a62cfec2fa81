import { CONSENT_GROUPS } from "@marquee/contract";
import type {
  ReceiptFilter,
  ReceiptRow,
  ReceiptSearch,
  ReceiptSearchResponse,
} from "@marquee/contract/schema";
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "../../http/cursor.ts";
import { stateOf } from "../../privacy/readPerson.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { consentReceipts, deletionRequests } from "../../storage/records/schema.ts";

const PAGE_SIZE = 50;

type StoredReceipt = typeof consentReceipts.$inferSelect;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `id` has the format of a receipt ID (UUID). */
function isReceiptId(id: string): boolean {
  return UUID.test(id);
}

/** @returns the receipt, or null if the ID is invalid or unknown. */
export async function findReceipt(db: RecordsDatabase, id: string): Promise<ReceiptRow | null> {
  if (!isReceiptId(id)) return null;
  const [row] = await withDeletions(
    db,
    await db.select().from(consentReceipts).where(eq(consentReceipts.id, id)),
  );
  return row ?? null;
}

/** Converts stored receipts to response rows; each withdrawal has the state of the deletion that it requested. */
async function withDeletions(db: RecordsDatabase, rows: readonly StoredReceipt[]): Promise<ReceiptRow[]> {
  const withdrawn = rows.filter((row) => isWithdrawal(row)).flatMap(({ visitorId }) => visitorId ?? []);
  const asked = withdrawn.length === 0 ? [] : await deletionsOf(db, withdrawn);
  return rows.map(({ decidedAt, receivedAt, ...row }) => ({
    ...row,
    decidedAt: decidedAt.getTime(),
    receivedAt: receivedAt.getTime(),
    deletion: isWithdrawal(row) ? stateOf(asked.find(({ visitorId }) => visitorId === row.visitorId)) : null,
  }));
}

function isWithdrawal({ groups }: Pick<StoredReceipt, "groups">): boolean {
  return !groups.includes(CONSENT_GROUPS.analytics);
}

/** Deletions that these visitors requested, latest first. */
function deletionsOf(db: RecordsDatabase, visitorIds: string[]) {
  return db
    .select()
    .from(deletionRequests)
    .where(and(inArray(deletionRequests.visitorId, visitorIds), eq(deletionRequests.requestedBy, "visitor")))
    .orderBy(desc(deletionRequests.requestedAt));
}

/** One page of the receipts in a date range, newest first. @throws {ApiError} bad_request for an invalid cursor. */
export async function searchReceipts(
  db: RecordsDatabase,
  { from, to, before, ...filter }: ReceiptSearch,
): Promise<ReceiptSearchResponse> {
  const rows = await db
    .select()
    .from(consentReceipts)
    .where(and(receivedWithin({ from, to }), ...conditionsOf(filter), isAfter(before)))
    .orderBy(desc(consentReceipts.receivedAt), desc(consentReceipts.id))
    .limit(PAGE_SIZE);
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  const next = last ? writeCursor({ at: last.receivedAt.getTime(), id: last.id }) : null;
  return { receipts: await withDeletions(db, rows), next };
}

/** Condition: receipts received in the date range. */
export function receivedWithin({ from, to }: Pick<ReceiptSearch, "from" | "to">): SQL | undefined {
  const { receivedAt } = consentReceipts;
  return and(gte(receivedAt, new Date(from)), lt(receivedAt, new Date(to)));
}

function conditionsOf({ id, decision, country, textVersion }: ReceiptFilter): (SQL | undefined)[] {
  const { visitorId, groups } = consentReceipts;
  const isGranted = sql`${CONSENT_GROUPS.analytics} = any(${groups})`;
  return [
    id === undefined
      ? undefined
      : or(eq(visitorId, id), isReceiptId(id) ? eq(consentReceipts.id, id) : undefined),
    decision && (decision === "granted" ? isGranted : sql`not ${isGranted}`),
    country === undefined ? undefined : eq(consentReceipts.country, country.toUpperCase()),
    textVersion === undefined ? undefined : eq(consentReceipts.textVersion, textVersion),
  ];
}

function isAfter(before: string | undefined): SQL | undefined {
  const place = readCursor(before);
  if (!place) return undefined;
  const { receivedAt, id } = consentReceipts;
  const at = new Date(place.at);
  return or(lt(receivedAt, at), and(eq(receivedAt, at), sql`${id}::text < ${place.id}`));
}
