import { useEffect, useRef } from "react";

/**
 * Moves the focus to the field that the address names, once it is on the screen.
 * @param field its pointer; empty for none.
 * @param onFound called with it then. It should take the field out of the address, so that another link can lead to it again.
 */
export function useNamedField(field: string, onFound: (field: string) => void): void {
  const latestOnFound = useRef(onFound);
  latestOnFound.current = onFound;
  // After every rendering: the form may be loaded or shown later.
  useEffect(() => {
    if (field === "") return;
    const input = document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(field)}"]`);
    if (!input || input.getClientRects().length === 0) return;
    input.scrollIntoView({ block: "center" });
    input.focus({ preventScroll: true });
    latestOnFound.current(field);
  });
}
