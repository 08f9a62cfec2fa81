/** Share of the page that a scroll record reached, from 0 to 1. Limited to 1, because the page may have become shorter since. */
export const DEPTH = "least(1, max_scroll_height / page_height)";

/** Scroll records with a known page height, which {@link DEPTH} requires. */
export const IS_VIEW = "(type = 'scroll' AND page_height > 0)";
