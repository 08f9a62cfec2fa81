import type { ConsentReceipt, Milliseconds } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { isRetried, parseRetryAfter, postJson, retryDelay } from "../transport/retryStrategy.ts";
import { RECEIPTS_KEY, storeReceipts, waitingReceipts } from "./storedReceipts.ts";

/** Never rejects. `isSettled`: the server has the receipt or will never accept it. `retryAfter`: the server's Retry-After, or null. */
type SendReceipt = (
  receipt: ConsentReceipt,
) => Promise<{ isSettled: boolean; retryAfter: Milliseconds | null }>;

/** The server's only success status. Any other success comes from an intermediary such as a captive portal. */
const KEPT = 204;

/** Sends waiting receipts to the server. */
export interface ReceiptDelivery {
  /** Sends waiting receipts immediately. Retries failures while the document lives, not before the server's Retry-After. */
  flush(): void;
  stop(): void;
}

interface DeliveryOptions {
  store: LocalStore;
  send: SendReceipt;
  /** From 0 to 1, exclusive. */
  random: () => number;
}

/** @param endpoint origin of the server, or the empty string for the page's own. */
export function startReceiptDelivery(store: LocalStore, endpoint: string): ReceiptDelivery {
  return createReceiptDelivery({ store, send: createSendReceipt(endpoint), random: Math.random });
}

export function createReceiptDelivery({ store, send, random }: DeliveryOptions): ReceiptDelivery {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let failures = 0;

  /** Sends the latest decision first, because the page may end at any moment. @returns undefined if all are settled. */
  const sendAll = async () => {
    for (let receipt = waitingReceipts(store).at(-1); receipt; receipt = waitingReceipts(store).at(-1)) {
      const { receiptId } = receipt;
      const { isSettled, retryAfter } = await send(receipt);
      if (!isSettled) return retryAfter;
      failures = 0;
      const rest = waitingReceipts(store).filter((each) => each.receiptId !== receiptId);
      if (rest.length > 0) storeReceipts(store, rest);
      else store.remove(RECEIPTS_KEY);
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
  return { flush, stop: () => clearTimeout(timer) };
}

/** @param endpoint origin of the server, or the empty string for the page's own. */
export function createSendReceipt(endpoint: string): SendReceipt {
  return async (receipt) => {
    try {
      const { status, headers } = await postJson(`${endpoint}/consent`, receipt);
      const isSettled = status === KEPT || (status >= 400 && !isRetried(status));
      return { isSettled, retryAfter: parseRetryAfter(headers.get("retry-after")) };
    } catch {
      return { isSettled: false, retryAfter: null };
    }
  };
}
