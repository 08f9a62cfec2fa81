import { type LimitReason, type Milliseconds, ONE_SECOND, type RejectionReason } from "@marquee/contract";
import { ApiError } from "../platform/errors/apiError.ts";

/** Statuses after which clients drop a request. */
type RejectionStatus = 400 | 401 | 403 | 413 | 415;
/** Statuses after which clients retry. */
type BusyStatus = 408 | 429;

/** The server will never accept this request; do not retry. */
export class RejectedRequest extends Error {
  override name = "RejectedRequest";
  readonly statusCode: RejectionStatus;
  readonly reason: RejectionReason;
  /** Size of the body in bytes; 0 if unknown. */
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

/** The server has no capacity for this request (429), or its body arrived too slowly or incompletely (408). Clients retry. */
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

/** The sender's network, or all networks together, exceeded their budget. Clients retry. */
export class OverBudgetError extends ApiError {
  override name = "OverBudgetError";
  readonly reason: LimitReason;

  /** @param wait time until it may be retried. */
  constructor(reason: LimitReason, wait: Milliseconds) {
    const message =
      reason === "day"
        ? "This server has received too much today. Retry later."
        : "Your network sent too much within an hour. Retry later.";
    super("too_many_requests", message, Math.ceil(wait / ONE_SECOND));
    this.reason = reason;
  }
}

/** The process that receives events is restarting. Clients retry. */
export class IngestUnavailableError extends Error {
  override name = "IngestUnavailableError";
  override message = "The process that receives events is restarting.";
}

/** 413 for a body above `limit`. @param bytes its size as far as known. */
export function bodyTooLarge(limit: number, bytes: number): RejectedRequest {
  const message = `The request exceeds ${limit} bytes.`;
  return new RejectedRequest({ statusCode: 413, reason: "body_too_large", message, bytes });
}
