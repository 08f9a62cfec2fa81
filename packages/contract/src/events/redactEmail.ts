/**
 * Replaces the value of every `email` query parameter by REDACTED (specification, section 5), in the query
 * string and in a query-like fragment, ignoring case. The rest is unchanged.
 * @param address a complete URL, a path with query string, or a query string.
 */
export function redactEmail(address: string): string {
  return address.replace(
    /([?&#;](?:e|%[46]5)(?:m|%[46]d)(?:a|%[46]1)(?:i|%[46]9)(?:l|%[46]c)=)[^&#;]*/gi,
    "$1REDACTED",
  );
}
