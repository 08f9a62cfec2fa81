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

/** The state after `event`; one that means nothing in the current state changes nothing. */
export function nextPresence(presence: Presence, event: PresenceEvent): Presence {
  return TRANSITIONS[presence][event] ?? presence;
}
