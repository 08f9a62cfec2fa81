/** A URL, its start, a pattern, or a function that recognizes it. */
type UrlMatch = string | RegExp | ((url: string) => boolean);
type TraceHeaders = "datadog" | "b3" | "b3multi" | "tracecontext";

/**
 * Options that a page sets for RUM, named as in Datadog's `init` where possible. Pages without types may pass anything, so the values are checked
 * before RUM starts (checkConfiguration.ts). Once it runs, only `user`, `context` and `trackingConsent` can change.
 */
export interface RumPageOptions {
  /** Defaults to the site's write key. */
  clientToken?: string | undefined;
  /** Defaults to the page's host. */
  service?: string | undefined;
  env?: string | undefined;
  version?: string | undefined;
  /** Requests to these URLs get trace headers. */
  allowedTracingUrls?: (UrlMatch | { match: UrlMatch; propagatorTypes: TraceHeaders[] })[] | undefined;
  /** `not-granted` keeps RUM from collecting although the visitor consented. */
  trackingConsent?: "granted" | "not-granted" | undefined;
  /** Added to the user of every event. Never an email address or a name. */
  user?: object | undefined;
  /** Added to the context of every event. */
  context?: object | undefined;
}

/** Options set by the code that starts measurement. */
export interface RumOptionsOfStart extends RumPageOptions {
  /** RUM starts only while this returns false (specification, section 4). */
  isBlocked?: () => boolean;
}

const NAMES = [
  "clientToken",
  "service",
  "env",
  "version",
  "allowedTracingUrls",
  "trackingConsent",
  "user",
  "context",
] as const satisfies (keyof RumPageOptions)[];

/** Module state, because a document has one RUM client. */
let optionsOfCalls: RumPageOptions | null = null;
const followers = new Set<() => void>();

/** Sets options from the page's code, at any time: `marquee.rum` calls this. Missing options keep their value; unknown names are ignored. */
export function setRumOptions(changes: RumPageOptions = {}): void {
  const named = NAMES.filter((name) => name in changes).map((name) => [name, changes[name]]);
  optionsOfCalls = { ...optionsOfCalls, ...Object.fromEntries(named) };
  for (const follow of followers) follow();
}

/** Options passed to {@link setRumOptions} so far, or null. */
export function rumOptionsOfCalls(): RumPageOptions | null {
  return optionsOfCalls;
}

/** Calls back after each call of {@link setRumOptions}. @returns the cleanup. */
export function followRumOptions(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}
