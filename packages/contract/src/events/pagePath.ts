/** What stays encoded, because decoded it would mean something else: `/`, `?`, `#`, `%`, `\`, control characters, and a `%` that encodes nothing. */
const KEPT = /%(?:(?![\da-f]{2})|(?=[01][\da-f]|7f|2[35f]|3f|5c))/gi;
const ENCODED = /%[\da-f]{2}/gi;

/**
 * A path as people read it, and the only form in which paths are stored and compared: browsers send `/caf%C3%A9` for what a server calls `/café`. In a URL,
 * both lead to the same page. What is no UTF-8 stays encoded.
 */
export function readablePath(path: string): string {
  if (!path.includes("%")) return path;
  const decoded = decode(path.replace(KEPT, "%25")) ?? path;
  const readable = decoded.replace(ENCODED, (code) => code.toUpperCase());
  // `%%34%31` becomes `%41`.
  return readable === path ? path : readablePath(readable);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
