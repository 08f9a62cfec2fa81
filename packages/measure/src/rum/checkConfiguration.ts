import type { RumInitConfiguration } from "@datadog/browser-rum-slim";

/** A configuration that code without types may have built. */
type Unchecked = { readonly [Name in keyof RumInitConfiguration]?: unknown };

const RATES = [
  ["sessionSampleRate", "Session Sample Rate"],
  ["sessionReplaySampleRate", "Session Replay Sample Rate"],
] as const;

/**
 * Why Datadog's client must not start with this configuration (specification, sections 5 and 8), for the browser's console; null if it may.
 * The client's own checks have other messages.
 */
export function configurationProblem(configuration: Unchecked): string | null {
  const { applicationId, clientToken, trackingConsent, allowedTracingUrls: tracing, service } = configuration;
  if (!applicationId) return "Application ID is not configured, no RUM data will be collected.";
  if (!clientToken) return "Client Token is not configured, we will not send any data.";
  const wrongRate = RATES.find(([name]) => !isPercentage(configuration[name]));
  if (wrongRate) return `${wrongRate[1]} should be a number between 0 and 100.`;
  if (trackingConsent !== "granted" && trackingConsent !== "not-granted")
    return 'Tracking Consent should be either "granted" or "not-granted".';
  if (tracing === undefined) return null;
  if (!Array.isArray(tracing)) return "Allowed Tracing URLs should be an array.";
  return tracing.length === 0 || service ? null : "Service needs to be configured when tracing is enabled.";
}

/** Whether a user or context that a page sets is an object, as events need it. */
export function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPercentage(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 100;
}
