import type { Timestamp } from "../kernel/time.ts";

/** Third-party tools that a visitor's browser loads, each after consent to its group. */
export interface BrowserTools {
  /** Origins that scripts may be loaded from; the policy of the document allows the same. */
  scriptOrigins: readonly string[];
  googleTag?: GoogleTagTool;
  personalization?: PersonalizationTool;
}

interface ConnectedTool {
  /** When it was connected. An earlier decision was made without information about it, so it does not count. 0 for a built-in tool. */
  since: Timestamp;
}

/** Google's tag (gtag.js). */
export interface GoogleTagTool extends ConnectedTool {
  /** URL of the server that the tag is loaded from, without a trailing slash. */
  server: string;
  /** Loaded after consent to analytics. */
  analyticsIds: readonly string[];
  /** Loaded after consent to marketing. */
  advertisingIds: readonly string[];
}

/** A personalization tool, loaded after consent to analytics. */
export interface PersonalizationTool extends ConnectedTool {
  /** Whose API identifies users. `custom` defines `window.personalization.identify` itself. */
  vendor: "mutiny" | "optimizely" | "custom";
  scriptUrl: string;
}
