import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Keeps compared pages at the same scroll position. */
export interface SharedScroll {
  /**
   * Reports a new scroll position to the others.
   * @param top distance from the top of the page, in CSS pixels before scaling.
   */
  move(top: number, from: object): void;
  /**
   * Subscribes to the moves of others.
   * @returns a function that unsubscribes.
   */
  follow(listener: (top: number) => void, as: object): () => void;
}

interface StageScrollOptions {
  container: RefObject<HTMLElement | null>;
  shared: SharedScroll;
  /** Scale of the drawn page. */
  scale: number;
  /** Called on every scroll, with the distance from the top of the page in CSS pixels before scaling. */
  onMove: (top: number) => void;
}

/**
 * Scroll position of the page, in sync with the others.
 * @returns the container's `onScroll` handler and a function to scroll to a position.
 */
export function useStageScroll({ container, shared, scale, onMove }: StageScrollOptions) {
  // The position set by another page. The resulting scroll event must not be reported back.
  const put = useRef(-1);
  const goTo = useCallback(
    (top: number) => {
      if (container.current) container.current.scrollTop = top * scale;
    },
    [container, scale],
  );

  useEffect(
    () =>
      shared.follow((top) => {
        goTo(top);
        put.current = container.current?.scrollTop ?? -1;
      }, container),
    [shared, container, goTo],
  );

  const onScroll = useCallback(() => {
    const scrolled = container.current?.scrollTop ?? 0;
    onMove(scrolled / scale);
    if (Math.abs(scrolled - put.current) > 1) shared.move(scrolled / scale, container);
    put.current = -1;
  }, [container, shared, scale, onMove]);

  return { onScroll, goTo };
}

export function createSharedScroll(): SharedScroll {
  const listeners = new Map<object, (top: number) => void>();
  return {
    move(top, from) {
      for (const [follower, listener] of listeners) if (follower !== from) listener(top);
    },
    follow(listener, as) {
      listeners.set(as, listener);
      return () => void listeners.delete(as);
    },
  };
}
