import { COUNTERS, type IngestKind, type LimitReason } from "@marquee/contract";
import type { Logger } from "pino";
import { SpoolFullError } from "../platform/storage/spool/spool.ts";
import { type CollectResponse, kindOf } from "./collectedRequest.ts";
import type { Counters } from "./counters.ts";
import { BusyError, IngestUnavailableError, OverBudgetError, RejectedRequest } from "./rejectedRequest.ts";
import type { Rejections } from "./rejections.ts";

interface RefusalOptions {
  rejections: Pick<Rejections, "record">;
  counters: Pick<Counters, "add">;
  log: Pick<Logger, "error">;
}

/** A request that failed. */
interface FailedRequest {
  path: string;
  /** Bytes on the wire, if known. */
  bytes: number;
  /** Logger of the request, if there is one. */
  log?: Pick<Logger, "error">;
}

const RETRY_AFTER_SECONDS = 1;
const SPOOL_RETRY_AFTER_SECONDS = 10;
/** Long, because someone has to free space first. */
const FULL_RETRY_AFTER_SECONDS = 60;

/** Creates and counts the response to a failed request. Clients retry after 408, 429 and 503 and drop the events after any other 4xx. */
export function createRefusals({ rejections, counters, log }: RefusalOptions) {
  const busy = (status: 408 | 429 | 503, message: string, retryAfter: number): CollectResponse => {
    counters.add(COUNTERS.busy, String(status));
    return { ...refuse(status, message), retryAfter };
  };
  const noteLimit = (reason: LimitReason, { path, bytes }: FailedRequest) => {
    const label: `${LimitReason} ${IngestKind}` = `${reason} ${kindOf(path)}`;
    counters.add(COUNTERS.limited, label);
    counters.add(COUNTERS.limitedBytes, label, bytes);
  };

  return (error: Error & { statusCode?: number }, request: FailedRequest): CollectResponse => {
    if (error instanceof RejectedRequest) {
      const { statusCode, reason, message, bytes } = error;
      rejections.record({ reason, detail: message, bytes });
      return refuse(statusCode, message);
    }
    if (error instanceof OverBudgetError) {
      noteLimit(error.reason, request);
      return busy(429, error.message, error.retryAfter ?? RETRY_AFTER_SECONDS);
    }
    if (error instanceof SpoolFullError) {
      // The state of the disk is logged where it is watched.
      noteLimit("disk", request);
      return busy(503, "Events can't be stored right now. Retry later.", FULL_RETRY_AFTER_SECONDS);
    }
    if (error instanceof BusyError) return busy(error.statusCode, error.message, RETRY_AFTER_SECONDS);
    if (error.statusCode && error.statusCode < 500) return refuse(error.statusCode, error.message);
    // The restart of the process is logged.
    if (!(error instanceof IngestUnavailableError))
      (request.log ?? log).error({ err: error }, "Failed to store events.");
    return busy(503, "Events can't be stored right now. Retry later.", SPOOL_RETRY_AFTER_SECONDS);
  };
}

function refuse(status: number, message: string): CollectResponse {
  return { status, json: JSON.stringify({ success: false, message }) };
}
