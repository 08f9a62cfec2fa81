import type { DemoMessage } from "./demoEvents.ts";

/** Sends a message of the demo to the page around it, which is of this very origin or does not get it. Alone in its tab, it is silent. */
export function postToHost(message: DemoMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, location.origin);
}
