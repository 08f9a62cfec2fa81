import { customerDataWarning, SESSION_COOKIE } from "@marquee/contract";
import { createCookies } from "../browser/cookies.ts";
import type { RumPageOptions } from "./pageOptions.ts";

/** The configuration that is validated before the client is loaded. Untyped code may have built it. */
export interface UncheckedConfiguration {
  readonly applicationId: unknown;
  readonly clientToken: unknown;
  readonly service: unknown;
  readonly trackingConsent: unknown;
  readonly allowedTracingUrls: unknown;
  /** Percent of sessions. */
  readonly sessionSampleRate: unknown;
  readonly sessionReplaySampleRate: unknown;
}

const RATES = [
  ["sessionSampleRate", "Session Sample Rate"],
  ["sessionReplaySampleRate", "Session Replay Sample Rate"],
] as const;

/**
 * Why Datadog's client must not start with this configuration (specification, sections 5 and 8), for the browser's console; null if it may.
 * The client's own checks have other messages.
 */
export function configurationProblem(configuration: UncheckedConfiguration): string | null {
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

/** Why there is no session that events could refer to; null if there is one. */
export function sessionProblem(): string | null {
  return createCookies(null).get(SESSION_COOKIE) === null
    ? "No storage available for session. We will not send any data."
    : null;
}

/**
 * The options without a user or context that is not an object. Logs omitted options and warns about too much data in the browser's console.
 */
export function supportedOptions<Options extends RumPageOptions>(options: Options): Options {
  const user = supported("user", options.user);
  const context = supported("context", options.context);
  const warning = customerDataWarning(new Blob([JSON.stringify({ user, context })]).size, false);
  if (warning) console.warn(warning);
  return { ...options, user, context };
}

function supported(what: "user" | "context", value: unknown): object | undefined {
  if (value === undefined || isSerializableObject(value)) return value;
  console.error(`Unsupported ${what}:`, value);
  return undefined;
}

function isSerializableObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function isPercentage(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 100;
}
