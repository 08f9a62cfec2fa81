import {
  type Milliseconds,
  REPLAY_ENCODING_PARAMETER,
  REPLAY_PATH,
  REPLAY_SENT_PARAMETER,
  REPLAY_TYPES,
} from "@marquee/contract";
import { isRetried, parseRetryAfter } from "../../transport/retryStrategy.ts";
import type { StoredSegment } from "./segment.types.ts";

/** The outcome of one request. */
export type SegmentOutcome =
  | { kind: "delivered" }
  | { kind: "dropped"; reason: string }
  /** `isAnswered` is false if there was no response. */
  | { kind: "failed"; reason: string; retryAfter: Milliseconds | null; isAnswered: boolean };

/** Sends a segment; never rejects. With `isExit`, the request outlives its page, which is limited to 64 KiB. */
export type SendSegment = (
  stored: StoredSegment,
  body: Uint8Array<ArrayBuffer>,
  options: { isExit: boolean; signal: AbortSignal },
) => Promise<SegmentOutcome>;

export function createSendSegment({
  endpoint,
  writeKey,
}: {
  endpoint: string;
  writeKey: string;
}): SendSegment {
  return async ({ deviceId, sessionId }, body, { isExit, signal }) => {
    const query = new URLSearchParams({
      device_id: deviceId,
      session_id: String(sessionId),
      type: REPLAY_TYPES.segment,
      api_key: writeKey,
      [REPLAY_ENCODING_PARAMETER]: "deflate",
      [REPLAY_SENT_PARAMETER]: String(Date.now()),
    });
    return post(`${endpoint}${REPLAY_PATH}?${query}`, { body, keepalive: isExit, signal });
  };
}

async function post(url: string, init: RequestInit): Promise<SegmentOutcome> {
  try {
    // With cookies, as `postJson` does.
    const response = await fetch(url, {
      ...init,
      method: "POST",
      credentials: "same-origin",
      redirect: "error",
    });
    return outcomeOf(response);
  } catch (error) {
    return { kind: "failed", reason: String(error), retryAfter: null, isAnswered: false };
  }
}

function outcomeOf({ ok, status, headers }: Response): SegmentOutcome {
  const isOurs = headers.get("content-type")?.includes("json");
  if (ok && isOurs) return { kind: "delivered" };
  // A success without the server's own body comes from an intermediary such as a captive portal.
  const reason = ok ? "unexpected response" : `status ${status}`;
  if (!ok && !isRetried(status)) return { kind: "dropped", reason };
  return {
    kind: "failed",
    reason,
    retryAfter: parseRetryAfter(headers.get("retry-after")),
    isAnswered: true,
  };
}
