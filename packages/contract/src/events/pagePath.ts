/**
 * Characters that stay encoded, because decoding would change their meaning: `/`, `?`, `#`, `%`, `\`, control characters, and a `%` that encodes
 * nothing.
 */
const KEPT = /%(?:(?![\da-f]{2})|(?=[01][\da-f]|7f|2[35f]|3f|5c))/gi;
const ENCODED = /%[\da-f]{2}/gi;

/**
 * A path in readable form, the only form in which paths are stored and compared: browsers send `/caf%C3%A9` for the server's `/café`. In a URL, both lead
 * to the same page. Invalid UTF-8 stays encoded.
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
