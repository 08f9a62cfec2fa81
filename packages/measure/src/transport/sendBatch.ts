import type { SegmentBatch } from "@marquee/contract";
import { postJson } from "./postJson.ts";
import { isRetried, parseRetryAfter, type SendOutcome } from "./retryStrategy.ts";

/** Sends one batch and says what became of it. Never rejects. */
export type SendBatch = (batch: SegmentBatch, signal: AbortSignal) => Promise<SendOutcome>;

/** An answer is waited for this long, in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Callers keep batches below 64 KiB, all that is under way counted.
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

/** A signal that follows `parent` and aborts by itself in time; `AbortSignal.any` is too young to rely on. */
function startTimeout(parent: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const aborter = new AbortController();
  const abort = () => aborter.abort();
  const timer = setTimeout(abort, TIMEOUT);
  parent.addEventListener("abort", abort);
  return {
    signal: aborter.signal,
    stop() {
      clearTimeout(timer);
      parent.removeEventListener("abort", abort);
    },
  };
}

async function outcomeOf(response: Response): Promise<SendOutcome> {
  const reason = `status ${response.status}`;
  if (response.ok) return { kind: "delivered", refused: await readRefused(response) };
  if (!isRetried(response.status)) return { kind: "dropped", reason };
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"));
  return { kind: "failed", reason, retryAfter, isAnswered: true };
}

async function readRefused(response: Response): Promise<{ messageId: string; reason: string }[]> {
  const body: { rejected?: unknown } | null = await response.json().catch(() => null);
  if (!Array.isArray(body?.rejected)) return [];
  return body.rejected.map((each: { messageId?: unknown; reason?: unknown } | null) => ({
    messageId: String(each?.messageId),
    reason: String(each?.reason),
  }));
}
