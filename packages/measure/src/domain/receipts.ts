import type { ConsentDecision, ConsentReceipt } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { parseObject } from "../tools/parseObject.ts";
import type { SendReceipt } from "../transport/sendReceipt.ts";

/** Storage entry of receipts that the server does not have yet. */
export const RECEIPTS_KEY = "marquee_receipts";
/** Who decides back and forth offline leaves the last decisions. */
const MOST_WAITING = 10;

/** Brings each decision that says more than "no" to the server: what was agreed to, and that it was withdrawn. */
export interface Receipts {
  /** @param anonymousId of whose agreement it is or was; null where there never was one. */
  add(decision: ConsentDecision, anonymousId: string | null): void;
  /** Sends what is waiting. */
  flush(): void;
}

export function createReceipts({ store, send }: { store: LocalStore; send: SendReceipt }): Receipts {
  const remove = (receiptId: string) =>
    write(readWaiting(store).filter((each) => each.receiptId !== receiptId));
  const write = (waiting: ConsentReceipt[]) => {
    if (waiting.length > 0) store.set(RECEIPTS_KEY, JSON.stringify(waiting.slice(-MOST_WAITING)));
    else store.remove(RECEIPTS_KEY);
  };
  const deliver = async (receipt: ConsentReceipt) => {
    if (await send(receipt)) remove(receipt.receiptId);
  };
  return {
    add(decision, anonymousId) {
      // Stored first: a withdrawal whose request fails must not be forgotten.
      const receipt = { ...decision, ...(anonymousId && { anonymousId }) };
      write([...readWaiting(store), receipt]);
      void deliver(receipt);
    },
    flush() {
      for (const receipt of readWaiting(store)) void deliver(receipt);
    },
  };
}

function readWaiting(store: LocalStore): ConsentReceipt[] {
  const waiting: unknown = parseObject(store.get(RECEIPTS_KEY));
  return Array.isArray(waiting) ? waiting : [];
}
