/**
 * A request's URL for the router, which rejects a path that is not properly encoded. Each percent sign of such a path (`/%`) becomes `%25`,
 * so that the request reaches the routes and their 404 page. Fastify decodes the query leniently.
 */
export function decodableUrl(url: string): string {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}
