import { type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";

/** Retry backoff: base, factor and most attempts (specification, section 4; design decision on the maximum). */
const RETRY_BASE_DELAY = 500;
const RETRY_FACTOR = 2;
export const RETRY_MAX_ATTEMPTS = 10;

/** What became of one request. */
export type SendOutcome =
  /** `refused` names the messages that the server took out of the batch, with its reasons. */
  | { kind: "delivered"; refused: { messageId: string; reason: string }[] }
  | { kind: "dropped"; reason: string }
  /** `isAnswered` is false where no answer came at all: blocked, cut off, or too slow. */
  | { kind: "failed"; reason: string; retryAfter: Milliseconds | null; isAnswered: boolean };

const LONGEST_DELAY = 5 * ONE_MINUTE;

/** Whether a request that was answered with `status` is worth sending again. Every other answer from 400 on, and 501, is final. */
export function isRetried(status: number): boolean {
  return [408, 410, 429].includes(status) || (status >= 500 && status !== 501);
}

/**
 * Exponential backoff with full jitter, never less than the server asked for.
 * @param failures how many requests in a row have failed, this one included: 1 or more.
 * @param random from 0 up to 1.
 */
export function retryDelay(failures: number, retryAfter: Milliseconds | null, random: number): Milliseconds {
  const ceiling = Math.min(LONGEST_DELAY, RETRY_BASE_DELAY * RETRY_FACTOR ** failures);
  const backoff = RETRY_BASE_DELAY + random * (ceiling - RETRY_BASE_DELAY);
  return Math.max(backoff, retryAfter ?? 0);
}

/** @param header a `Retry-After` in whole seconds; dates and nonsense count as absent, more than 300 s as 300 s. */
export function parseRetryAfter(header: string | null): Milliseconds | null {
  return header && /^\d+$/.test(header) ? Math.min(Number(header) * ONE_SECOND, LONGEST_DELAY) : null;
}

/**
 * Posts `body` in a request that may outlive its page; the bodies of such requests under way must stay below 64 KiB together. Sends no
 * cookies and follows no redirect.
 * @throws {TypeError | DOMException} when no answer comes, as `fetch` does.
 */
export function postJson(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: "omit",
    redirect: "error",
    signal: signal ?? null,
  });
}
