import { type Milliseconds, ONE_DAY, ONE_MINUTE, ONE_SECOND, type SiteSettings } from "@marquee/contract";

/** The visitor's flag values with the redirects and experiment assignments that follow from them. */
export type Answers = Pick<SiteSettings, "flags" | "redirects" | "assignments">;

/** Timeouts and cache lifetimes of flag values, in milliseconds (specification, sections 7 and 9). */
export const FLAG_TIMES = {
  /** Longest wait for the first flag values. */
  firstAnswer: 2 * ONE_SECOND,
  /** Longest that navigation waits for the flag values of the next page: for the code that requests them, and then for the first ones. */
  antiFlicker: 3.5 * ONE_SECOND,
  /** Delay before a redirect experiment sends the visitor to another page. */
  redirect: 100,
  /** Delay from page start to subscribing: the document already contains the current flag values. */
  follow: 5 * ONE_SECOND,
  /** Stored flag values are refreshed after this time. */
  stale: ONE_MINUTE,
  /** Stored flag values expire after this time. */
  expiry: ONE_DAY,
} as const satisfies Record<string, Milliseconds>;

/** Maximum number of sets of flag values stored in a browser, which several visitors may share. */
export const MAX_STORED_FLAG_VALUES = 10;
