import type { RumInitConfiguration } from "@datadog/browser-rum-slim";

/** What a page sets for RUM. Pages without types may pass anything, so the values are checked when RUM starts. */
export interface RumPageOptions extends Pick<RumInitConfiguration, "env" | "version"> {
  /** RUM starts only while this returns false (specification, section 4). */
  isBlocked?: () => boolean;
  /** Defaults to the page's host. */
  service?: string;
  /** Requests to these URLs get trace headers. */
  allowedTracingUrls?: RumInitConfiguration["allowedTracingUrls"];
  /** `not-granted` keeps RUM from collecting although the visitor consented. */
  trackingConsent?: "granted" | "not-granted";
  /** Added to the user of every event. Never an email address or a name. */
  user?: object;
  /** Added to the context of every event. */
  context?: object;
}
