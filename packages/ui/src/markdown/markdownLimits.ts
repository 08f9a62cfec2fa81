/** Longest markdown that is read, in UTF-16 units. */
export const MAX_MARKDOWN_LENGTH = 256 * 1024;
/**
 * Levels of elements that reach a page; below, only the text is kept. The parser itself follows 2500 levels (specification, section 9),
 * but browsers flatten what is nested deeper than 512
 * while they read a document, and hydration must find what was served.
 */
export const MAX_ELEMENT_DEPTH = 200;
/** List and quote markers in a row at the start of one line; what follows is text. */
export const MAX_MARKERS = 60;
/** Attributes in braces (`<a b={`), for which the parser looks for the end anew each time. With more, raw HTML is text. */
export const MAX_BRACE_ATTRIBUTES = 100;
