/** 301 and 308 are permanent, 302 is temporary. 410 leads nowhere: the page is gone. */
export const REDIRECT_STATUSES = [301, 302, 308, 410] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** Most redirects of a site. */
export const MAX_REDIRECTS = 1000;

/** Where a path leads that has no page. */
export type Redirect = {
  /** A path as visitors request it, with the prefix of its language: `/de/alt`. */
  from: string;
  /** A path, with or without query string and fragment, or an https URL if `external` is set. Empty for 410. */
  to: string;
  /** `prefix` covers every path below `from` too; what follows `from` is appended to `to`. */
  match: "exact" | "prefix";
  status: RedirectStatus;
  /** Allows another site as target. */
  external?: boolean;
};

/** All redirects, by an ID that stays the same when a redirect changes. */
export type Redirects = Readonly<Record<string, Redirect>>;
