/**
 * Replaces the value of every `email` query parameter by REDACTED (specification, section 5), in the query and in a
 * query-like fragment, whatever the case of its name. Text around it stays as it is.
 * @param address a whole address, a path with query, or a query string.
 */
export function redactEmail(address: string): string {
  return address.replace(
    /([?&#;](?:e|%65|%45)(?:m|%6d|%4d)(?:a|%61|%41)(?:i|%69|%49)(?:l|%6c|%4c)=)[^&#;]*/gi,
    "$1REDACTED",
  );
}
