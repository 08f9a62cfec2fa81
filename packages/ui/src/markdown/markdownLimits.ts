/** Maximum length of markdown, in UTF-16 code units. The rest is cut off. */
export const MAX_MARKDOWN_LENGTH = 256 * 1024;
/**
 * Maximum depth of elements; below, only the text is kept. The parser itself supports 2500 levels (specification, section 9), but browsers
 * flatten elements nested deeper than 512 levels, and hydration must find the elements that the server rendered.
 */
export const MAX_ELEMENT_DEPTH = 200;
/** Maximum number of consecutive list and quote markers at the start of a line. Further markers are removed. */
export const MAX_MARKERS = 60;
/** Maximum number of brace attributes (`<a b={`). The parser scans for the end of each; with more, raw HTML is treated as text. */
export const MAX_BRACE_ATTRIBUTES = 100;
