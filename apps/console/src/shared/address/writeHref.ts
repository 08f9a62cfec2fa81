/** Characters that are valid in a query string but that `URLSearchParams` escapes. */
const READABLE: Readonly<Record<string, string>> = {
  "%2C": ",",
  "%3A": ":",
  "%2F": "/",
  "%28": "(",
  "%29": ")",
};

/** A URL with parameters, as short and readable as the standard allows. */
export function writeHref(path: string, params: URLSearchParams): string {
  if (params.size === 0) return path;
  return `${path}?${String(params).replace(/%2C|%3A|%2F|%28|%29/g, (code) => READABLE[code] ?? code)}`;
}
