import { type RefObject, useEffect, useLayoutEffect, useReducer } from "react";
import { nextPresence, type Presence } from "./presence.ts";

/**
 * Keeps an element there until its exit animation is over. The element shows its state to the style sheet (as
 * `data-presence`); whatever transition or animation "unmountSuspended" starts on it, or on its backdrop, is waited for.
 */
export function usePresence(isPresent: boolean, element: RefObject<HTMLElement | null>): Presence {
  const [presence, send] = useReducer(nextPresence, isPresent ? "mounted" : "unmounted");

  useLayoutEffect(() => {
    if (isPresent) send("MOUNT");
    else send(prefersReducedMotion() ? "UNMOUNT" : "ANIMATION_OUT");
  }, [isPresent]);

  useEffect(() => {
    if (presence !== "unmountSuspended" || !element.current) return;
    let isStale = false;
    const running = animationsOf(element.current).map(({ finished }) => finished);
    Promise.allSettled(running).then(() => !isStale && send("ANIMATION_END"));
    return () => {
      isStale = true;
    };
  }, [presence, element]);

  return presence;
}

/** Those of the element itself and its pseudo-elements; what moves inside it may go on for ever. */
function animationsOf(element: HTMLElement): Animation[] {
  return element
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target === element);
}

function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
