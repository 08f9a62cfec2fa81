import type { SegmentBatch } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import { parseObject } from "../browser/localStore.ts";
import { isRetried, parseRetryAfter, postJson, type SendOutcome } from "../transport/retryStrategy.ts";

/** Maximum response length in characters; a response lists at most the messages of one batch. */
const MAX_LENGTH = 64 * 1024;

/** Sends one batch and returns the outcome. Never rejects. */
export type SendBatch = (batch: SegmentBatch, signal: AbortSignal) => Promise<SendOutcome>;

/** Request timeout in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Callers must keep all batches in flight together below 64 KiB, the browser's limit for `keepalive` requests.
 * @param endpoint origin of the collector, or the empty string for the page's own.
 */
export function createSendBatch(endpoint: string): SendBatch {
  return async (batch, signal) => {
    const { signal: timeout, stop } = startTimeout(signal);
    try {
      const response = await postJson(`${endpoint}/v1/b`, batch, timeout);
      return await outcomeOf(response);
    } catch (error) {
      return { kind: "failed", reason: String(error), retryAfter: null, isAnswered: false };
    } finally {
      stop();
    }
  };
}

/** A signal that aborts with `parent` or after {@link TIMEOUT}. Not every supported browser has `AbortSignal.any`. */
function startTimeout(parent: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const aborter = new AbortController();
  const abort = () => aborter.abort();
  const timer = setTimeout(abort, TIMEOUT);
  const stopFollowing = listen(parent, "abort", abort);
  return {
    signal: aborter.signal,
    stop() {
      clearTimeout(timer);
      stopFollowing();
    },
  };
}

async function outcomeOf(response: Response): Promise<SendOutcome> {
  const { ok, status, headers } = response;
  const answer = ok ? await readAnswer(response) : null;
  if (answer?.success === true) return { kind: "delivered", refused: rejectedEvents(answer) };
  // A success without the collector's own body comes from an intermediary such as a captive portal.
  const reason = ok ? "unexpected response" : `status ${status}`;
  if (!ok && !isRetried(status)) return { kind: "dropped", reason };
  return {
    kind: "failed",
    reason,
    retryAfter: parseRetryAfter(headers.get("retry-after")),
    isAnswered: true,
  };
}

function rejectedEvents({ rejected }: Record<string, unknown>): { messageId: string; reason: string }[] {
  if (!Array.isArray(rejected)) return [];
  return rejected.map((each: { messageId?: unknown; reason?: unknown } | null) => ({
    messageId: String(each?.messageId),
    reason: String(each?.reason),
  }));
}

/**
 * The response body as a JSON object; null if it is anything else or longer than {@link MAX_LENGTH}.
 * @throws if the connection ends before the body is complete.
 */
async function readAnswer({ body }: Response): Promise<Record<string, unknown> | null> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MAX_LENGTH) {
      reader?.cancel().catch(() => undefined);
      return null;
    }
  }
  return parseObject(text);
}
