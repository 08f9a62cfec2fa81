import type { ConsentDecision } from "./consentCookie.ts";

/**
 * `POST /consent`: the receipt of a decision. Without C0002 it withdraws, and everything that was stored under `anonymousId` is
 * deleted. The server takes it only with a proof that the id is the sender's.
 */
export interface ConsentReceipt extends ConsentDecision {
  /** Who decided; absent for who was never measured. */
  anonymousId?: string | undefined;
  /** The secret that `anonymousId` was made from (`visitorIdOf`); for an id without one, the receipt of the earlier agreement. A UUID. */
  proof?: string | undefined;
}
