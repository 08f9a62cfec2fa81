import { useEffect, useState } from "react";

/**
 * The token of the current setup, invitation or password reset link; null without one. It is removed from the URL immediately, so that it does not remain in the
 * history or get copied.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => readLinkToken(location.href));
  useEffect(() => {
    const take = () => {
      const linkToken = readLinkToken(location.href);
      if (linkToken === null) return;
      setToken(linkToken);
      history.replaceState(null, "", location.pathname);
    };
    take();
    // Another link pasted into the same tab changes only the fragment, which does not reload the page.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}

/**
 * Reads the token of a setup, invitation or password reset link. It is in the fragment, which browsers don't send to servers. Older links have it in the query
 * string.
 */
export function readLinkToken(href: string): string | null {
  const { hash, searchParams } = new URL(href);
  return new URLSearchParams(hash.slice(1)).get("token") || searchParams.get("token") || null;
}
