import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds, for what style sheets alone cannot decide. */
export function useMatches(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}
