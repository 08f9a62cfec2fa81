/** Maximum length of markdown, in UTF-16 code units. The rest is cut off. */
export const MAX_MARKDOWN_LENGTH = 256 * 1024;
/** Maximum number of quotes and lists that a line can open (specification, section 9: markdown depth). Further markers are removed. */
export const MAX_MARKDOWN_DEPTH = 2500;
/**
 * Maximum depth of elements. Deeper elements are reduced to text: browsers flatten elements below 512 levels, and hydration must find the
 * elements that the server rendered.
 */
export const MAX_ELEMENT_DEPTH = 200;
/** Maximum number of brace attributes (`<a b={`). The parser scans for the end of each; with more, raw HTML is treated as text. */
export const MAX_BRACE_ATTRIBUTES = 100;
