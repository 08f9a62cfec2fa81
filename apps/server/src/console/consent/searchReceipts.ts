import { CONSENT_GROUPS } from "@marquee/contract";
import type { ReceiptFilter, ReceiptSearch, ReceiptSearchResponse } from "@marquee/contract/schema";
import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "../../http/cursor.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { consentReceipts } from "../../storage/records/schema.ts";
import { isReceiptId, withDeletions } from "./receipts.ts";

const PAGE_SIZE = 50;

/** One page of the decisions within a span, newest first. @throws {ApiError} bad_request for a cursor that no answer gave. */
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

/** Decisions that were received within a span. */
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
