/**
 * What a fragment points to, found as browsers do it: first as it is written, then percent-decoded.
 * https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-the-indicated-part-of-the-document
 * @param hash with its `#`, or empty. Whoever links here writes it, so it may be anything.
 */
export function findFragment<Target>(
  hash: string,
  root: { getElementById(id: string): Target | null },
): Target | null {
  const fragment = hash.slice(1);
  if (fragment === "") return null;
  return root.getElementById(fragment) ?? root.getElementById(percentDecode(fragment));
}

/** A query's value is decoded as a fragment is, and unlike `decodeURIComponent` that never throws; only `+` and `&` mean more in it. */
function percentDecode(text: string): string {
  const query = `=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`;
  return new URLSearchParams(query).get("") ?? "";
}
