import type { EventName, EventProperties } from "./catalog.ts";

/** Name of the track call that says what went wrong on a page. */
export const ERROR_EVENT = "Error Occurred" satisfies EventName;
/** DOM event on `document` by which code hands over an error that it caught: its detail is an {@link ErrorReport}. */
export const ERROR_REPORT = "marquee:error";

export interface ErrorReport {
  error: unknown;
  /** What failed, in words of ours; nothing that a visitor typed. */
  context?: string;
}

/** Properties of {@link ERROR_EVENT}. */
export type ErrorProperties = EventProperties[typeof ERROR_EVENT];
