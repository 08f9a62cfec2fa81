import { useEffect } from "react";
import { isPlainClick } from "../../../apps/site/src/browser/navigation.ts";
import { PATHS, type PeerPath } from "./paths.ts";

interface PeerRouter {
  navigate: (path: PeerPath) => void;
  prefetch: (path: PeerPath) => void;
}

/**
 * Connects the links of our components to the framework's router, as the framework's own link component would: the router prefetches the
 * pages after hydration and navigates on click.
 */
export function useLinkNavigation({ navigate, prefetch }: PeerRouter): void {
  useEffect(() => {
    for (const path of PATHS) if (path !== location.pathname) prefetch(path);
  }, [prefetch]);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const path = link && !link.hash && PATHS.find((each) => each === link.pathname);
      if (!path || !isPlainClick(event)) return;
      event.preventDefault();
      navigate(path);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [navigate]);
}
