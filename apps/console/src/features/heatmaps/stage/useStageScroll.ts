import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Keeps pages that are compared at the same scroll position. */
export interface SharedScroll {
  /** Tells the others where one was scrolled to: pixels of the page from its top. */
  move(top: number, from: object): void;
  /** @param listener told when another moved. @returns the end of it. */
  follow(listener: (top: number) => void, as: object): () => void;
}

interface StageScrollOptions {
  container: RefObject<HTMLElement | null>;
  shared: SharedScroll;
  /** How large a pixel of the page is drawn. */
  scale: number;
  /** Told at every move: pixels of the page from its top. */
  onMove: (top: number) => void;
}

/**
 * Scroll position of the page, in sync with the others.
 * @returns the container's `onScroll` handler and a function to scroll to a position.
 */
export function useStageScroll({ container, shared, scale, onMove }: StageScrollOptions) {
  // Where it was put by another: that move is not told again.
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
