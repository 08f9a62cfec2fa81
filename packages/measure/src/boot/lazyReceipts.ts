import type { ConsentReceipt } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { RECEIPTS_KEY, storeReceipts, waitingReceipts } from "../consent/storedReceipts.ts";
import { createLazy } from "../transport/createLazy.ts";

/** Keeps each decision that says more than "no" until the server has it: what was agreed to, and that it was withdrawn. */
export interface Receipts {
  add(receipt: ConsentReceipt): void;
  /** Has what is waiting sent, now. */
  flush(): void;
  stop(): void;
}

/** Without the weight of their delivery, which is loaded once there is something to deliver. */
export function createLazyReceipts(store: LocalStore, endpoint: string): Receipts {
  const delivery = createLazy(
    () => import("../consent/deliverReceipts.ts"),
    ({ startReceiptDelivery }) => startReceiptDelivery(store, endpoint),
  );
  const flush = () => {
    if (store.get(RECEIPTS_KEY)) delivery.use((delivery) => delivery.flush());
  };
  return {
    add(receipt) {
      // Stored first: a withdrawal whose request fails must not be forgotten.
      storeReceipts(store, [...waitingReceipts(store), receipt]);
      flush();
    },
    flush,
    stop: () => delivery.ifUsed((delivery) => delivery.stop()),
  };
}
