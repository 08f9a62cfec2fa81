/**
 * Storage entries of what others told us: the visitor's country, and what the page's Google tag calls them. They are removed with all else
 * when the visitor withdraws.
 */
export const CACHE_KEYS = { location: "marquee_location", gtag: "marquee_gtag" } as const;
