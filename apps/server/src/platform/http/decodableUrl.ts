/** Bytes outside ASCII, each of which Node reads as one Latin-1 character. */
const BYTES_PATTERN = /[\u0080-\u00ff]/g;

/**
 * A request's URL for the router, with percent-encoding for bytes that some clients send unencoded (`/über-uns`). The router rejects a path that is not properly encoded. Each percent sign of such a path (`/%`) becomes `%25`,
 * so that the request reaches the routes and their 404 page. Fastify decodes the query leniently.
 */
export function decodableUrl(requested: string): string {
  const url = requested.replace(BYTES_PATTERN, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}
