/** Omitted from URLs, because the rest of the name is unique. */
export const USUAL_PREFIX = /^(?:event|visit):/;

/** A dimension's name in URLs of the console. */
export function shortName(dimension: string): string {
  return dimension.replace(USUAL_PREFIX, "");
}

/**
 * A filter as in URLs of the console: operator, dimension without `visit:` or `event:`, values (`is,country,DE,FR`). A comma in a value is `%2C`, a
 * percent sign `%25`.
 */
export function writeFilterParam(operator: string, dimension: string, values: readonly string[]): string {
  return writeTexts([operator, shortName(dimension), ...values]);
}

/** Texts as one parameter of the URL. */
export function writeTexts(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}
