/** Metrics of interactions, as numeric columns. A row may stand for several clicks. */
export const SESSIONS = "toUInt32(uniqExact(session_id)) AS sessions";
export const VISITORS = "toUInt32(uniqExact(visitor_id)) AS visitors";
export const CLICKS = "toUInt32(sum(clicks)) AS clicks_total";
export const RAGE = "toUInt32(sumIf(clicks, frustration = 'rage')) AS rage";
export const DEAD = "toUInt32(sumIf(clicks, frustration = 'dead')) AS dead";

/** Share of its page that a scroll record reached, from 0 to 1; pages may have become shorter since. */
export const DEPTH = "least(1, max_scroll_height / page_height)";
/** Scroll records that can say so. */
export const IS_VIEW = "(type = 'scroll' AND page_height > 0)";
