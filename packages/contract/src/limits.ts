import { ONE_SECOND } from "./time.ts";

/** Largest single event accepted, in bytes of JSON before compression (Segment's limit). */
export const MAX_EVENT_BYTES = 32 * 1024;
/** Largest batch body accepted, in bytes before compression (Segment's limit). */
export const MAX_BATCH_BYTES = 500 * 1024;
/** Most events accepted in one batch. */
export const MAX_BATCH_EVENTS = 2500;
/** Deepest nesting of objects and arrays accepted in one event. */
export const MAX_EVENT_DEPTH = 64;
/** A `fetch` with `keepalive` is refused by browsers when the bodies in flight exceed 64 KiB. */
export const MAX_KEEPALIVE_BYTES = 64 * 1024;
/** Longest `Retry-After` ever sent, in seconds. */
export const MAX_RETRY_AFTER_SECONDS = 300;
/** Trailing throttle of page and identify calls after a completed route change (specification, section 7). */
export const PAGE_CALL_THROTTLE = 300;
/** Retry backoff: base, factor and most attempts (specification, section 4; design decision on the maximum). */
export const RETRY_BASE_DELAY = 500;
export const RETRY_FACTOR = 2;
export const RETRY_MAX_ATTEMPTS = 10;
/** Queue lock where `navigator.locks` is missing: wait and retries (specification, section 9). */
export const QUEUE_LOCK_WAIT = 50;
export const QUEUE_LOCK_RETRIES = 3;
/** A half-sent request's headers are given this long. */
export const HEADERS_TIMEOUT = 10 * ONE_SECOND;
/** A whole request, body included, is given this long; whoever is slower is told 408 and may send again. */
export const REQUEST_TIMEOUT = 30 * ONE_SECOND;
/** Most metrics and bytes of one report to `/m`. */
export const MAX_METRICS = 200;
export const MAX_METRICS_BYTES = 32 * 1024;
