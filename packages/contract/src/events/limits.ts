import { ONE_SECOND } from "../kernel/time.ts";

/** Largest single event accepted, in bytes of JSON before compression (Segment's limit). */
export const MAX_EVENT_BYTES = 32 * 1024;
/** Largest batch body accepted, in bytes before compression (Segment's limit). */
export const MAX_BATCH_BYTES = 500 * 1024;
/** Maximum number of events in one batch. */
export const MAX_BATCH_EVENTS = 2500;
/** Maximum nesting of objects and arrays in one event. */
export const MAX_EVENT_DEPTH = 64;
/** Days for which the event store keeps samples of rejected events. */
export const REJECTED_RETENTION_DAYS = 30;
/** Browsers reject a `fetch` with `keepalive` if the bodies in flight exceed 64 KiB. */
export const MAX_KEEPALIVE_BYTES = 64 * 1024;
/** Time limit for receiving the headers of a request. */
export const HEADERS_TIMEOUT = 10 * ONE_SECOND;
/** Time limit for a complete request. Slower clients get a 408 and can retry. */
export const REQUEST_TIMEOUT = 30 * ONE_SECOND;
/** Maximum number of metrics and bytes of one report to `/m`. */
export const MAX_METRICS = 200;
export const MAX_METRICS_BYTES = 32 * 1024;
