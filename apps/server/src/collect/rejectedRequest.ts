import type { RejectionReason } from "@marquee/contract";

/** Statuses after which clients give a request up, and those after which they send it again. */
type RejectionStatus = 400 | 401 | 413 | 415;
type BusyStatus = 408 | 429;

/** A request that can never be taken; sending it again would change nothing. */
export class RejectedRequest extends Error {
  override name = "RefusedRequest";
  readonly statusCode: RejectionStatus;
  readonly reason: RejectionReason;
  /** Size of the body as far as it is known. */
  readonly bytes: number;

  constructor(refusal: {
    statusCode: RejectionStatus;
    reason: RejectionReason;
    message: string;
    bytes?: number;
  }) {
    super(refusal.message);
    this.statusCode = refusal.statusCode;
    this.reason = refusal.reason;
    this.bytes = refusal.bytes ?? 0;
  }
}

/** A request for which there is no room now, or that took too long to arrive; clients send it again. */
export class BusyError extends Error {
  override name = "BusyError";
  readonly statusCode: BusyStatus;

  constructor(statusCode: BusyStatus) {
    super(
      statusCode === 408
        ? "The request timed out. Retry."
        : "The server is too busy to store events. Retry later.",
    );
    this.statusCode = statusCode;
  }
}
