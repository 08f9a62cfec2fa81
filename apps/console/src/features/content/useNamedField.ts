import { useEffect, useRef } from "react";

/**
 * Moves the focus to the field named in the URL, once it is rendered.
 * @param field its pointer; empty for none.
 * @param onFound called with it afterward. It should remove the field from the URL, so that another link can lead to it
 * again.
 */
export function useNamedField(field: string, onFound: (field: string) => void): void {
  const latestOnFound = useRef(onFound);
  latestOnFound.current = onFound;
  // Runs after every render: the form may be loaded or shown later.
  useEffect(() => {
    if (field === "") return;
    const input = document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(field)}"]`);
    if (!input || input.getClientRects().length === 0) return;
    input.scrollIntoView({ block: "center" });
    input.focus({ preventScroll: true });
    latestOnFound.current(field);
  });
}
