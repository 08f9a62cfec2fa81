/** Keeps pages that are compared at the same scroll position. */
export interface SharedScroll {
  /** Tells the others where one was scrolled to: pixels of the page from its top. */
  move(top: number, from: object): void;
  /** @param listener told when another moved. @returns the end of it. */
  follow(listener: (top: number) => void, as: object): () => void;
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
