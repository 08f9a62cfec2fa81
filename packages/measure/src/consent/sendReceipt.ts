import type { ConsentReceipt, Milliseconds } from "@marquee/contract";
import { postJson } from "../transport/postJson.ts";
import { isRetried, parseRetryAfter } from "../transport/retryStrategy.ts";

/** Never rejects. `isSettled`: the server has it, or will never take it. `retryAfter`: how long it wants to be left alone. */
export type SendReceipt = (
  receipt: ConsentReceipt,
) => Promise<{ isSettled: boolean; retryAfter: Milliseconds | null }>;

/** What the server says to a receipt that it keeps; any other success comes from somebody in between, a captive portal for one. */
const KEPT = 204;

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
