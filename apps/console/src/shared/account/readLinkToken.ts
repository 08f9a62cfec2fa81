/**
 * The token of a setup or invitation link. It is in the fragment, which browsers send to no server; links from before that
 * have it in the query.
 */
export function readLinkToken(href: string): string | null {
  const { hash, searchParams } = new URL(href);
  return new URLSearchParams(hash.slice(1)).get("token") || searchParams.get("token") || null;
}
