import type { ConsentDecision, ConsentReceipt } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { parseObject } from "../tools/parseObject.ts";
import { retryDelay } from "../transport/retryStrategy.ts";
import type { SendReceipt } from "../transport/sendReceipt.ts";

/** Storage entry of receipts that the server does not have yet. */
export const RECEIPTS_KEY = "marquee_receipts";
/** Who decides back and forth offline leaves the last decisions. */
const MOST_WAITING = 10;

/** Brings each decision that says more than "no" to the server: what was agreed to, and that it was withdrawn. */
export interface Receipts {
  /** @param anonymousId of whose agreement it is or was; null where there never was one. */
  add(decision: ConsentDecision, anonymousId: string | null): void;
  /** Sends what is waiting, now. What fails is tried again as long as the document lives, not before the server wants it. */
  flush(): void;
  stop(): void;
}

interface ReceiptsOptions {
  store: LocalStore;
  send: SendReceipt;
  /** From 0 up to 1. */
  random: () => number;
}

export function createReceipts({ store, send, random }: ReceiptsOptions): Receipts {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let failures = 0;

  const write = (waiting: ConsentReceipt[]) => {
    if (waiting.length > 0) store.set(RECEIPTS_KEY, JSON.stringify(waiting.slice(-MOST_WAITING)));
    else store.remove(RECEIPTS_KEY);
  };
  /** The latest decision goes first: the page may end at any moment. */
  const sendAll = async () => {
    for (let receipt = readWaiting(store).at(-1); receipt; receipt = readWaiting(store).at(-1)) {
      const { receiptId } = receipt;
      const { isSettled, retryAfter } = await send(receipt);
      if (!isSettled) return retryAfter;
      failures = 0;
      write(readWaiting(store).filter((each) => each.receiptId !== receiptId));
    }
    return undefined;
  };
  const flush = async () => {
    if (isSending) return;
    clearTimeout(timer);
    isSending = true;
    const retryAfter = await sendAll();
    isSending = false;
    if (retryAfter === undefined) return;
    failures += 1;
    timer = setTimeout(flush, retryDelay(failures, retryAfter, random()));
  };
  return {
    add(decision, anonymousId) {
      // Stored first: a withdrawal whose request fails must not be forgotten.
      const receipt = { ...decision, ...(anonymousId && { anonymousId }) };
      write([...readWaiting(store), receipt]);
      flush();
    },
    flush,
    stop: () => clearTimeout(timer),
  };
}

/** Storage belongs to the visitor: what is no receipt is left out. */
function readWaiting(store: LocalStore): ConsentReceipt[] {
  const waiting: unknown = parseObject(store.get(RECEIPTS_KEY));
  return Array.isArray(waiting) ? waiting.filter((each) => each?.receiptId) : [];
}
