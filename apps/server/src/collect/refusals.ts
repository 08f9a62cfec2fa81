import { COUNTERS } from "@marquee/contract";
import type { Logger } from "pino";
import type { CollectResponse } from "./collectedRequest.ts";
import type { Counters } from "./counters.ts";
import { BusyError, IngestUnavailableError, RejectedRequest } from "./rejectedRequest.ts";
import type { Rejections } from "./rejections.ts";

interface RefusalOptions {
  rejections: Pick<Rejections, "record">;
  counters: Pick<Counters, "add">;
  log: Pick<Logger, "error">;
}

const RETRY_AFTER_SECONDS = 1;
const SPOOL_RETRY_AFTER_SECONDS = 10;

/**
 * The response to a request that failed, which is counted. Clients retry after 408, 429 and 503 and drop the events after any other 4xx.
 */
export function createRefusals({ rejections, counters, log }: RefusalOptions) {
  const busy = (status: 408 | 429 | 503, message: string): CollectResponse => {
    counters.add(COUNTERS.busy, String(status));
    return {
      ...refuse(status, message),
      retryAfter: status === 503 ? SPOOL_RETRY_AFTER_SECONDS : RETRY_AFTER_SECONDS,
    };
  };
  return (error: Error & { statusCode?: number }, ofRequest = log): CollectResponse => {
    if (error instanceof RejectedRequest) {
      const { statusCode, reason, message, bytes } = error;
      rejections.record({ reason, detail: message, bytes });
      return refuse(statusCode, message);
    }
    if (error instanceof BusyError) return busy(error.statusCode, error.message);
    if (error.statusCode && error.statusCode < 500) return refuse(error.statusCode, error.message);
    // Not logged for each request: the restart of the process is.
    if (!(error instanceof IngestUnavailableError))
      ofRequest.error({ err: error }, "Failed to store events.");
    return busy(503, "Events can't be stored right now. Retry later.");
  };
}

function refuse(status: number, message: string): CollectResponse {
  return { status, json: JSON.stringify({ success: false, message }) };
}
