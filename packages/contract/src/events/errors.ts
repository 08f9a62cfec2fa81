import type { EventName, EventProperties } from "./catalog.ts";

/** Name of the track event that reports an error on a page. */
export const ERROR_EVENT = "Error Occurred" satisfies EventName;
/** DOM event on `document` with which code reports an error that it caught. `detail` is an {@link ErrorReport}. */
export const ERROR_REPORT = "marquee:error";

export interface ErrorReport {
  error: unknown;
  /** Description of what failed, in fixed words. Never contains visitor input. */
  context?: string;
}

/** Properties of {@link ERROR_EVENT}. */
export type ErrorProperties = EventProperties[typeof ERROR_EVENT];
