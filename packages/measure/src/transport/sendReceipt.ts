import type { ConsentReceipt } from "@marquee/contract";
import { postJson } from "./postJson.ts";

/** @returns whether the server has it, or will never take it. Never rejects. */
export type SendReceipt = (receipt: ConsentReceipt) => Promise<boolean>;

/** @param endpoint origin of the server, or the empty string for the page's own. */
export function createSendReceipt(endpoint: string): SendReceipt {
  return async (receipt) => {
    try {
      const { status } = await postJson(`${endpoint}/consent`, receipt);
      return status < 500 && status !== 429;
    } catch {
      return false;
    }
  };
}
