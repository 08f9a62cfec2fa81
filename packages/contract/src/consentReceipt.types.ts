import type { ConsentDecision } from "./consentCookie.ts";

/**
 * `POST /consent`: the receipt of a decision. Without C0002 it withdraws, and everything that was stored under `anonymousId` is
 * deleted.
 */
export interface ConsentReceipt extends ConsentDecision {
  /** Who decided; absent for who was never measured. */
  anonymousId?: string;
}
