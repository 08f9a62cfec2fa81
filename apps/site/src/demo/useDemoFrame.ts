import { ONE_SECOND, TRACK_REQUEST } from "@marquee/contract";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type DemoMessage, parseDemoMessage } from "./demoEvents.ts";

/** How often the frame is looked at while it starts, in milliseconds. */
const INTERVAL = 50;

/**
 *   waiting ──React answers──▶ loading ──the demo answers──▶ ready
 *                                │  ▲
 *                                ▼  └── retry
 *                              failed
 */
type FrameStatus = "waiting" | "loading" | "ready" | "failed";

/** Once its document is here, the demo has this long to answer. */
const ANSWER_TIMEOUT = 10 * ONE_SECOND;

interface DemoFrameState {
  frame: RefObject<HTMLIFrameElement | null>;
  status: FrameStatus;
  /** Counts the frames that were tried; each is a new element. */
  attempt: number;
  retry: () => void;
}

/** The demo frame from request to first response, with the bridge for its messages. */
export function useDemoFrame(): DemoFrameState {
  const frame = useRef<HTMLIFrameElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<FrameStatus>("waiting");
  useEffect(() => setStatus("loading"), []);
  useEffect(() => startDemoBridge({ frame: () => frame.current?.contentWindow ?? null }), []);
  const isThere = status !== "waiting";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is another element.
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
  /** Milliseconds that the document has, once loaded, to answer. */
  timeout: number;
  /** Called once after each load: with true once React answers in the frame, with false when it does not. */
  onAnswer: (hasAnswered: boolean) => void;
}

/**
 * Reports whether a frame of our origin loaded. Browsers fire `load` for their own error page too, which is
 * not accessible.
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
