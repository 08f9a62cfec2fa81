import type { LeadDestination, Milliseconds, Timestamp } from "@marquee/contract";
import type { LeadRow } from "../leadStore.ts";

/** The result of one attempt. */
export type AttemptResult =
  | { outcome: "delivered"; answer: string }
  | {
      outcome: "failed";
      error: string;
      /** The same request would fail again, so it is not repeated. */
      isFinal?: boolean;
      /** How long the receiver asks to wait. */
      retryAfter?: Milliseconds;
    };

export interface AttemptOptions {
  now: Timestamp;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

/** Delivers leads to one destination. */
export interface LeadSender {
  destination: LeadDestination;
  /** Whether new leads are delivered there. */
  isConnected(): boolean;
  /** Sends one lead. An attempt that was interrupted is repeated with the same ID. Never throws. */
  send(lead: LeadRow, options: AttemptOptions): Promise<AttemptResult>;
}
