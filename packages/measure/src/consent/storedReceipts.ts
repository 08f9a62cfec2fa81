import type { ConsentReceipt } from "@marquee/contract";
import { type LocalStore, parseObject } from "../browser/localStore.ts";

/** Storage key of receipts that the server does not have yet. */
export const RECEIPTS_KEY = "marquee_receipts";
/** Only the latest receipts are kept if the visitor changes the decision repeatedly while offline. */
const MOST_WAITING = 10;

/** Waiting receipts, oldest first. Skips malformed entries, because visitors can edit their storage. */
export function waitingReceipts(store: LocalStore): ConsentReceipt[] {
  const waiting: unknown = parseObject(store.get(RECEIPTS_KEY));
  return Array.isArray(waiting) ? waiting.filter((each) => each?.receiptId) : [];
}

export function storeReceipts(store: LocalStore, waiting: readonly ConsentReceipt[]): void {
  store.set(RECEIPTS_KEY, JSON.stringify(waiting.slice(-MOST_WAITING)));
}
