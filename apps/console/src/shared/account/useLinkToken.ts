import { useEffect, useState } from "react";
import { readLinkToken } from "./readLinkToken.ts";

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
