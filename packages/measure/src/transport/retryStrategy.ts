import { type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";

/** Retry backoff: base delay in milliseconds, factor and maximum attempts (specification, section 4; the maximum is a design decision). */
const RETRY_BASE_DELAY = 500;
const RETRY_FACTOR = 2;
export const RETRY_MAX_ATTEMPTS = 10;

/** The outcome of one request. */
export type SendOutcome =
  /** `refused` lists the messages of the batch that the server rejected, with its reasons. */
  | { kind: "delivered"; refused: { messageId: string; reason: string }[] }
  | { kind: "dropped"; reason: string }
  /** `isAnswered` is false if there was no response: the request was blocked, interrupted or too slow. */
  | { kind: "failed"; reason: string; retryAfter: Milliseconds | null; isAnswered: boolean };

const LONGEST_DELAY = 5 * ONE_MINUTE;

/** Whether to retry a request that got `status`: 408, 410, 429 or 5xx. 501 and every other status from 400 up are final. */
export function isRetried(status: number): boolean {
  return [408, 410, 429].includes(status) || (status >= 500 && status !== 501);
}

/**
 * Exponential backoff with full jitter, at most five minutes and never less than `retryAfter`.
 * @param failures number of consecutive failed requests, including this one: 1 or more
 * @param random between 0 and 1
 */
export function retryDelay(failures: number, retryAfter: Milliseconds | null, random: number): Milliseconds {
  const ceiling = Math.min(LONGEST_DELAY, RETRY_BASE_DELAY * RETRY_FACTOR ** failures);
  const backoff = RETRY_BASE_DELAY + random * (ceiling - RETRY_BASE_DELAY);
  return Math.max(backoff, retryAfter ?? 0);
}

/**
 * @param header a `Retry-After` value in whole seconds, capped at 300 s
 * @returns milliseconds, or null if the header is missing, a date or invalid
 */
export function parseRetryAfter(header: string | null): Milliseconds | null {
  return header && /^\d+$/.test(header) ? Math.min(Number(header) * ONE_SECOND, LONGEST_DELAY) : null;
}

/**
 * Posts `body` as JSON with `keepalive`, so the request can outlive its page; the bodies of all pending keepalive requests must total less than 64
 * KiB. Follows no redirects. Cookies go to the page's own origin only: the server uses them to recognize browsers whose visits are not counted.
 * @throws {TypeError | DOMException} if there is no response, as `fetch` does
 */
export function postJson(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: "same-origin",
    redirect: "error",
    signal: signal ?? null,
  });
}
