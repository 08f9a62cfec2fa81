import { type Milliseconds, ONE_DAY, ONE_MINUTE, ONE_SECOND, type SiteSettings } from "@marquee/contract";

/** What the visitor's flags decide about a page. */
export type Answers = Pick<SiteSettings, "flags" | "redirects" | "assignments">;

/** How long answers of flags may take, and how long they are kept (specification, sections 7 and 9). */
export const FLAG_TIMES = {
  /** Longest wait for the first answer. */
  firstAnswer: 2 * ONE_SECOND,
  /** Longest that a visitor is kept on a page for answers to the next. */
  antiFlicker: 3.5 * ONE_SECOND,
  /** An experiment leads elsewhere this long after its page was asked for. */
  redirect: 100,
  /** From the start of a page to following the flags: who has just come has the answers in the document. */
  follow: 5 * ONE_SECOND,
  /** Stored flag values are refreshed after this time. */
  stale: ONE_MINUTE,
  /** Stored flag values expire after this time. */
  kept: ONE_DAY,
} as const satisfies Record<string, Milliseconds>;

/** Maximum number of stored sets of flag values, for other visitors of the same browser. */
export const MAX_STORED_FLAG_VALUES = 10;
