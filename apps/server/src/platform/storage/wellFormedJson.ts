/** The escape of a pair of surrogates, or of half of one (captured), after an even number of backslashes, which are escapes themselves. */
const SURROGATES =
  /(?<!\\)((?:\\\\)*)\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2}))/g;

/**
 * JSON whose texts are well-formed: half a character (a lone surrogate, which only an escape can express) becomes U+FFFD. The event store rejects
 * such an escape in a column, and can't read any property of a document with one. Everything else stays unchanged.
 * @param json any text; need not be valid JSON.
 */
export function wellFormedJson(json: string): string {
  if (!json.includes("\\ud") && !json.includes("\\uD")) return json;
  return json.replace(SURROGATES, (written, before: string, half?: string) =>
    half ? `${before}\\ufffd` : written,
  );
}

/** A value as JSON whose texts are well-formed. `JSON.stringify` writes half a character as an escape. */
export function toWellFormedJson(value: unknown): string {
  return wellFormedJson(JSON.stringify(value));
}
