/** 301 and 308 are permanent, 302 is temporary. 410 has no target: the page was removed. */
export const REDIRECT_STATUSES = [301, 302, 308, 410] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** Most redirects of a site. */
export const MAX_REDIRECTS = 1000;

/** Target of a path without a page. */
export type Redirect = {
  /** A path as visitors request it, with the prefix of its language: `/de/alt`. */
  from: string;
  /** A path, with or without query string and fragment, or an https URL if `external` is set. Empty for 410. */
  to: string;
  /** `prefix` also covers every path below `from`; the rest of the path is appended to `to`. */
  match: "exact" | "prefix";
  status: RedirectStatus;
  /** Allows another site as target. */
  external?: boolean;
};

/** All redirects, by an ID that stays the same when a redirect changes. */
export type Redirects = Readonly<Record<string, Redirect>>;
