/** Storage entry of the visitor's country, as the server told it. */
export const LOCATION_KEY = "marquee_location";
/** Storage entry of the client and session ids of the page's Google tag. */
export const GTAG_KEY = "marquee_gtag";

/** Storage entries of what others told us and that would be asked again. */
export const CACHE_KEYS = [LOCATION_KEY, GTAG_KEY] as const;
