import { useEffect } from "react";

/** Scrolls to an element of a kept page that is not wholly to be seen. @param goTo takes pixels of the page from its top. */
export function useInSight(element: Element | null, goTo: (top: number) => void): void {
  useEffect(() => {
    const view = element?.ownerDocument.defaultView;
    if (!element || !view) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > view.innerHeight) goTo(view.scrollY + top - view.innerHeight / 3);
  }, [element, goTo]);
}
