import type { ConsentReceipt } from "@marquee/contract";
import { type LocalStore, parseObject } from "../browser/localStore.ts";

/** Storage entry of receipts that the server does not have yet. */
export const RECEIPTS_KEY = "marquee_receipts";
/** Who decides back and forth offline leaves the last decisions. */
const MOST_WAITING = 10;

/** Storage belongs to the visitor: what is no receipt is left out. */
export function waitingReceipts(store: LocalStore): ConsentReceipt[] {
  const waiting: unknown = parseObject(store.get(RECEIPTS_KEY));
  return Array.isArray(waiting) ? waiting.filter((each) => each?.receiptId) : [];
}

export function storeReceipts(store: LocalStore, waiting: readonly ConsentReceipt[]): void {
  store.set(RECEIPTS_KEY, JSON.stringify(waiting.slice(-MOST_WAITING)));
}
