/** Characters that no XML 1.0 document may have, not even escaped (https://www.w3.org/TR/xml/#charsets). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it finds.
export const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * A text as part of HTML or XML: between tags, or in a quoted attribute. Carriage returns are escaped, because XML parsers would convert them to line
 * ends.
 */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("\r", "&#13;");
}

/** {@link escapeMarkup} for XML, without characters that XML does not allow. */
export function escapeXml(text: string): string {
  return escapeMarkup(text.replace(NOT_IN_XML, ""));
}
