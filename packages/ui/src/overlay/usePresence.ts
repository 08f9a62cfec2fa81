import { type RefObject, useEffect, useLayoutEffect, useReducer } from "react";
import { prefersReducedMotion } from "../prefersReducedMotion.ts";

/**
 * State of an element with an exit animation (specification, section 4).
 *
 *               MOUNT                 UNMOUNT (nothing to animate)
 *   unmounted ─────────▶ mounted ───────────────────────────────────▶ unmounted
 *                          │  ▲
 *           ANIMATION_OUT  │  │  MOUNT (shown again before it was gone)
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
 * Keeps an element mounted until its exit animation has ended. The caller sets the state as `data-presence` on the element, so that the style
 * sheet can animate "unmountSuspended"; the hook waits for the transitions and animations that run on the element and its pseudo-elements.
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

/** Animations of the element itself and its pseudo-elements. Animations of descendants may never end. */
function animationsOf(element: HTMLElement): Animation[] {
  return element
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target === element);
}

/** The state after `event`. Events without a transition leave the state unchanged. */
export function nextPresence(presence: Presence, event: PresenceEvent): Presence {
  return TRANSITIONS[presence][event] ?? presence;
}
