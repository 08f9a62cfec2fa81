import { CONSENT_COOKIE } from "@marquee/contract";
import { onVisibility } from "../browser/pageVisibility.ts";

export interface TabChannel {
  /** Tells this site's other tabs that the visitor's decision has changed. */
  announce(): void;
  stop(): void;
}

/** A channel between tabs; it stores nothing. Tabs that missed a message look again when they are shown. */
export function startTabChannel(onChange: () => void): TabChannel {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CONSENT_COOKIE) : null;
  channel?.addEventListener("message", onChange);
  const stopVisible = onVisibility("visible", onChange);
  return {
    announce: () => channel?.postMessage(null),
    stop() {
      channel?.close();
      stopVisible();
    },
  };
}
