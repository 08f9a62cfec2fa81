import { ONE_SECOND, TRACK_REQUEST } from "@marquee/contract";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type DemoMessage, parseDemoMessage } from "./demoEvents.ts";

/** Polling interval while the frame starts, in milliseconds. */
const INTERVAL = 50;

/**
 *   waiting ──host hydrates──▶ loading ──demo hydrates──▶ ready
 *                                │  ▲
 *                                ▼  └── retry
 *                              failed
 */
type FrameStatus = "waiting" | "loading" | "ready" | "failed";

/** Time that the demo has to hydrate once its document has loaded, in milliseconds. */
const ANSWER_TIMEOUT = 10 * ONE_SECOND;

interface DemoFrameState {
  frame: RefObject<HTMLIFrameElement | null>;
  status: FrameStatus;
  /** Number of retries; each one creates a new iframe element. */
  attempt: number;
  retry: () => void;
}

/** Loads the demo frame, tracks its status, and forwards its messages to measurement. */
export function useDemoFrame(): DemoFrameState {
  const frame = useRef<HTMLIFrameElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<FrameStatus>("waiting");
  useEffect(() => setStatus("loading"), []);
  useEffect(() => startDemoBridge({ frame: () => frame.current?.contentWindow ?? null }), []);
  const isThere = status !== "waiting";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new element.
  useEffect(() => {
    if (!isThere || !frame.current) return;
    return watchFrame(frame.current, {
      timeout: ANSWER_TIMEOUT,
      onAnswer: (hasAnswered) => setStatus(hasAnswered ? "ready" : "failed"),
    });
  }, [isThere, attempt]);
  const retry = () => {
    setStatus("loading");
    setAttempt((count) => count + 1);
  };
  return { frame, status, attempt, retry };
}

interface WatchOptions {
  /** Milliseconds that the document has to hydrate after it has loaded. */
  timeout: number;
  /** Called once after each load: with true once React has hydrated in the frame, with false if it does not in time. */
  onAnswer: (hasAnswered: boolean) => void;
}

/**
 * Reports whether a frame of our origin loaded and hydrated. Browsers also fire `load` for their own error page, whose document is
 * not accessible (`contentDocument` is null).
 * @returns the cleanup.
 */
function watchFrame(frame: HTMLIFrameElement, { timeout, onAnswer }: WatchOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (deadline: number) => {
    const hasAnswered = frame.contentDocument?.documentElement.dataset.hydrated !== undefined;
    const isOver = frame.contentDocument === null || performance.now() > deadline;
    if (hasAnswered || isOver) onAnswer(hasAnswered);
    else timer = setTimeout(look, INTERVAL, deadline);
  };
  const onLoad = () => {
    clearTimeout(timer);
    look(performance.now() + timeout);
  };
  frame.addEventListener("load", onLoad);
  return () => {
    clearTimeout(timer);
    frame.removeEventListener("load", onLoad);
  };
}

interface DemoBridgeOptions {
  /** The window of the demo's frame; null while there is none. */
  frame: () => Window | null;
  /** Called with each message of the demo before it is forwarded to measurement. */
  onDemoEvent?: (message: DemoMessage) => void;
}

/**
 * Forwards the window messages of the demo in `frame` as requests for track events (specification, section 7): an event
 * `marquee:track` on `document` with the detail `{ event, properties }`. Measurement listens for it once the visitor has consented; before
 * that, nothing does. All other messages are ignored.
 * @returns the cleanup.
 */
function startDemoBridge({ frame, onDemoEvent }: DemoBridgeOptions): () => void {
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

/** Origin and window of a message's sender. */
interface MessagePlace {
  origin: string;
  source: unknown;
}

/**
 * Parses a message of the demo; returns null for other senders or formats.
 * @param expected Our own origin and the window of our own frame. Without a window, every message is rejected.
 */
export function acceptDemoMessage(
  { data, origin, source }: MessagePlace & { data: unknown },
  expected: MessagePlace,
): DemoMessage | null {
  const isOurs = expected.source !== null && source === expected.source && origin === expected.origin;
  return isOurs ? parseDemoMessage(data) : null;
}
