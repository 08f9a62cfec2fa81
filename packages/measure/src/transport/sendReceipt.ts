import type { ConsentReceipt } from "@marquee/contract";

/** @returns whether the server has it, or will never take it. Never rejects. */
export type SendReceipt = (receipt: ConsentReceipt) => Promise<boolean>;

/** @param endpoint origin of the server, or the empty string for the page's own. */
export function createSendReceipt(endpoint: string): SendReceipt {
  return async (receipt) => {
    try {
      const { status } = await fetch(`${endpoint}/consent`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(receipt),
        keepalive: true,
        credentials: "omit",
        redirect: "error",
      });
      return status < 500 && status !== 429;
    } catch {
      return false;
    }
  };
}
