import { useEffect, useState } from "react";

/**
 * The token of the setup or invitation link that was opened; null without one. It is taken out of the address bar at once,
 * so that it stays neither in the history nor in what people copy.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => readLinkToken(location.href));
  useEffect(() => {
    const take = () => {
      const found = readLinkToken(location.href);
      if (found === null) return;
      setToken(found);
      history.replaceState(null, "", location.pathname);
    };
    take();
    // Another link pasted into the same tab differs in the fragment alone, and loads nothing.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}

/**
 * The token of a setup or invitation link. It is in the fragment, which browsers send to no server; links from before that
 * have it in the query.
 */
export function readLinkToken(href: string): string | null {
  const { hash, searchParams } = new URL(href);
  return new URLSearchParams(hash.slice(1)).get("token") || searchParams.get("token") || null;
}
