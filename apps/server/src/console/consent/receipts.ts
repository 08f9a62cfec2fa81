import { CONSENT_GROUPS } from "@marquee/contract";
import type { ReceiptRow } from "@marquee/contract/schema";
import { and, desc, eq, inArray } from "drizzle-orm";
import { stateOf } from "../../privacy/readPerson.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { consentReceipts, erasures } from "../../storage/records/schema.ts";

type StoredReceipt = typeof consentReceipts.$inferSelect;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a receipt. */
export function isReceiptId(id: string): boolean {
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

/** Receipts as the console shows them, each withdrawal with the deletion that it asked for. */
export async function withDeletions(
  db: RecordsDatabase,
  rows: readonly StoredReceipt[],
): Promise<ReceiptRow[]> {
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

/** The latest deletion of each visitor comes first. */
function deletionsOf(db: RecordsDatabase, visitorIds: string[]) {
  return db
    .select()
    .from(erasures)
    .where(and(inArray(erasures.visitorId, visitorIds), eq(erasures.requestedBy, "visitor")))
    .orderBy(desc(erasures.requestedAt));
}
