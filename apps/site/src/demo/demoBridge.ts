import { TRACK_REQUEST } from "@marquee/contract";
import { type DemoMessage, parseDemoMessage } from "./demoEvents.ts";

interface DemoBridgeOptions {
  /** The window of the frame that the demo runs in; null while there is none. */
  frame: () => Window | null;
  /** Called with each message of the demo, before the page's measurement hears of it. */
  onDemoEvent?: (message: DemoMessage) => void;
}

/**
 * Forwards the window messages of the demo in `frame` as requests for track events (specification, section 7): an event
 * `marquee:track` on `document`, whose detail is `{ event, properties }`. Measurement, once the visitor has agreed to it, takes
 * it from there; until then nobody listens. Every other message is ignored.
 * @returns the cleanup.
 */
export function startDemoBridge({ frame, onDemoEvent }: DemoBridgeOptions): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = acceptDemoMessage(event, { origin: location.origin, source: frame() });
    if (!message) return;
    onDemoEvent?.(message);
    const detail = { event: message.event, properties: message.demo };
    document.dispatchEvent(new CustomEvent(TRACK_REQUEST, { detail }));
  };
  window.addEventListener("message", onMessage);
  return () => window.removeEventListener("message", onMessage);
}

/** Where a message comes from. */
interface MessagePlace {
  origin: string;
  source: unknown;
}

/**
 * Parses a message of the demo; null for other senders or formats.
 * @param expected our own origin, and the window of our own frame; without a window, there are no messages.
 */
export function acceptDemoMessage(
  { data, origin, source }: MessagePlace & { data: unknown },
  expected: MessagePlace,
): DemoMessage | null {
  const isOurs = expected.source !== null && source === expected.source && origin === expected.origin;
  return isOurs ? parseDemoMessage(data) : null;
}
