import { VIEW_TIMING, type ViewTimingDetail } from "@marquee/contract";
import { useEffect } from "react";

/**
 * Marks when the calling component works, as a named timing of the view. The mark stays in the page's memory; measurement reports it with the
 * visitor's consent.
 * @param name letters, digits, `-`, `_`, `.`, `@` and `$`.
 */
export function useViewTiming(name: string): void {
  useEffect(() => {
    const detail: ViewTimingDetail = { type: VIEW_TIMING, path: location.pathname };
    performance.mark(name, { detail });
  }, [name]);
}
