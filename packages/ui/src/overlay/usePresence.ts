import { type RefObject, useEffect, useLayoutEffect, useReducer } from "react";
import { prefersReducedMotion } from "../prefersReducedMotion.ts";

/**
 * Whether something that leaves with an animation is there (specification, section 4).
 *
 *               MOUNT                 UNMOUNT (nothing to animate)
 *   unmounted ─────────▶ mounted ───────────────────────────────────▶ unmounted
 *                          │  ▲
 *           ANIMATION_OUT  │  │  MOUNT (wanted again before it was gone)
 *                          ▼  │
 *                   unmountSuspended ────────────────────────────────▶ unmounted
 *                                       ANIMATION_END
 */
export type Presence = "mounted" | "unmountSuspended" | "unmounted";

export type PresenceEvent = "MOUNT" | "UNMOUNT" | "ANIMATION_OUT" | "ANIMATION_END";

const TRANSITIONS: Record<Presence, Partial<Record<PresenceEvent, Presence>>> = {
  mounted: { UNMOUNT: "unmounted", ANIMATION_OUT: "unmountSuspended" },
  unmountSuspended: { MOUNT: "mounted", UNMOUNT: "unmounted", ANIMATION_END: "unmounted" },
  unmounted: { MOUNT: "mounted" },
};

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

/** The state after `event`; one that means nothing in the current state changes nothing. */
export function nextPresence(presence: Presence, event: PresenceEvent): Presence {
  return TRANSITIONS[presence][event] ?? presence;
}
