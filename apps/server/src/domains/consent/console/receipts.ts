import { CONSENT_GROUPS } from "@marquee/contract";
import type { ReceiptFilter, ReceiptRow, ReceiptSearchResponse } from "@marquee/contract/schema";
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { HashEmail } from "../../people/identities/names.ts";
import { receiptsOf, visitorOf } from "../../people/identities/receiptsOf.ts";
import { stateOf } from "../../people/privacy/readPerson.ts";
import { deletionRequests } from "../../people/tables.ts";
import { consentReceipts } from "../tables.ts";

const PAGE_SIZE = 50;

type StoredReceipt = typeof consentReceipts.$inferSelect;
type DeletionRow = typeof deletionRequests.$inferSelect;

export interface ReceiptStores {
  db: RecordsDatabase;
  hashEmail: HashEmail;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `id` has the format of a receipt ID (UUID). */
function isReceiptId(id: string): boolean {
  return UUID.test(id);
}

/** @returns the receipt, or null if the ID is invalid or unknown. */
export async function findReceipt(stores: ReceiptStores, id: string): Promise<ReceiptRow | null> {
  const { db } = stores;
  if (!isReceiptId(id)) return null;
  const [row] = await withDeletions(
    stores,
    await db.select().from(consentReceipts).where(eq(consentReceipts.id, id)),
  );
  return row ?? null;
}

/** Converts stored receipts to response rows; each withdrawal has the state of the deletion that it requested. */
async function withDeletions(
  { db, hashEmail }: ReceiptStores,
  rows: readonly StoredReceipt[],
): Promise<ReceiptRow[]> {
  const withdrawn = rows.filter(isWithdrawal);
  const deletions = withdrawn.length === 0 ? [] : await deletionsOf(db, withdrawn, hashEmail);
  const subjectOf = ({ visitorId, subjectHash }: DeletionRow) => subjectHash ?? hashEmail.ofId(visitorId);
  return rows.map(({ visitorId, visitorHash, decidedAt, receivedAt, ...row }) => {
    const visitor = visitorOf({ visitorId, visitorHash }, hashEmail);
    return {
      ...row,
      visitor,
      decidedAt: decidedAt.getTime(),
      receivedAt: receivedAt.getTime(),
      deletion: isWithdrawal(row) ? stateOf(deletions.find((each) => subjectOf(each) === visitor)) : null,
    };
  });
}

function isWithdrawal({ groups }: Pick<StoredReceipt, "groups">): boolean {
  return !groups.includes(CONSENT_GROUPS.analytics);
}

/** Deletions that these visitors requested, latest first. */
function deletionsOf(db: RecordsDatabase, receipts: readonly StoredReceipt[], hashEmail: HashEmail) {
  const { visitorId, subjectHash, requestedBy } = deletionRequests;
  const hashes = receipts.flatMap((receipt) => visitorOf(receipt, hashEmail) ?? []);
  // Both were stored by an earlier version.
  const ids = receipts.flatMap((receipt) => receipt.visitorId ?? []);
  return db
    .select()
    .from(deletionRequests)
    .where(and(or(inArray(subjectHash, hashes), inArray(visitorId, ids)), eq(requestedBy, "visitor")))
    .orderBy(desc(deletionRequests.requestedAt));
}

/** One page of the receipts in a date range, newest first. @throws {ApiError} bad_request for an invalid cursor. */
export async function searchReceipts(
  stores: ReceiptStores,
  { from, to, before, filter }: Span & { before: string | undefined; filter: ReceiptFilter },
): Promise<ReceiptSearchResponse> {
  const rows = await stores.db
    .select()
    .from(consentReceipts)
    .where(and(receivedWithin({ from, to }), ...conditionsOf(filter, stores.hashEmail), isAfter(before)))
    .orderBy(desc(consentReceipts.receivedAt), desc(consentReceipts.id))
    .limit(PAGE_SIZE);
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  const next = last ? writeCursor({ at: last.receivedAt.getTime(), id: last.id }) : null;
  return { receipts: await withDeletions(stores, rows), next };
}

/** SQL condition for receipts received in the date range. */
export function receivedWithin({ from, to }: Span): SQL | undefined {
  const { receivedAt } = consentReceipts;
  return and(gte(receivedAt, new Date(from)), lt(receivedAt, new Date(to)));
}

function conditionsOf(
  { id, decision, country, textVersion }: ReceiptFilter,
  hashEmail: HashEmail,
): (SQL | undefined)[] {
  const { groups } = consentReceipts;
  const isGranted = sql`${CONSENT_GROUPS.analytics} = any(${groups})`;
  return [
    id === undefined
      ? undefined
      : or(receiptsOf([id], hashEmail), isReceiptId(id) ? eq(consentReceipts.id, id) : undefined),
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
