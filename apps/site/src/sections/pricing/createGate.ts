/** How far below the viewport an element may be when its gate opens. */
const NEAR = "600px";

/** Something that opens once, for good. */
export interface Gate {
  opened: Promise<void>;
  open: () => void;
  /** Opens it when `element` comes near the viewport, or is in it. */
  openNear: (element: Element) => void;
}

export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const openNear = (element: Element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        open();
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
  };
  return { opened, open: () => open(), openNear };
}
