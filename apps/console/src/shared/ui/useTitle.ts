import { useEffect } from "react";

/** Names the screen in the tab and to screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
}
