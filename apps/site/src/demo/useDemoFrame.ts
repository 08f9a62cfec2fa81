import { ONE_SECOND, TRACK_REQUEST } from "@marquee/contract";
import { type RefObject, useEffect, useRef, useState } from "react";

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

/**
 * Loads the demo frame, tracks its status, and forwards its messages to measurement.
 * @param demoUrl of a demo that another company hosts; null for our own.
 */
export function useDemoFrame(demoUrl: string | null): DemoFrameState {
  const frame = useRef<HTMLIFrameElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<FrameStatus>("waiting");
  useEffect(() => setStatus("loading"), []);
  useEffect(() => startDemoBridge({ frame: () => frame.current?.contentWindow ?? null, demoUrl }), [demoUrl]);
  const isThere = status !== "waiting";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new element.
  useEffect(() => {
    if (!isThere || !frame.current) return;
    return watchFrame(frame.current, {
      timeout: ANSWER_TIMEOUT,
      isForeign: demoUrl !== null,
      onAnswer: (hasAnswered) => setStatus(hasAnswered ? "ready" : "failed"),
    });
  }, [isThere, attempt, demoUrl]);
  const retry = () => {
    setStatus("loading");
    setAttempt((count) => count + 1);
  };
  return { frame, status, attempt, retry };
}

interface WatchOptions {
  /** Milliseconds that the document has to hydrate after it has loaded. */
  timeout: number;
  /** Documents of another origin send no status, so they are ready once loaded. */
  isForeign: boolean;
  /** Called once after each load: with true once React has hydrated in the frame, with false if it does not in time. */
  onAnswer: (hasAnswered: boolean) => void;
}

/**
 * Reports whether a frame of our origin loaded and hydrated. Browsers also fire `load` for their own error page, whose document is
 * not accessible (`contentDocument` is null).
 * @returns the cleanup.
 */
function watchFrame(frame: HTMLIFrameElement, { timeout, isForeign, onAnswer }: WatchOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (deadline: number) => {
    const hasAnswered = isForeign || frame.contentDocument?.documentElement.dataset.hydrated !== undefined;
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
  demoUrl: string | null;
}

/**
 * Forwards the window messages of the demo in `frame` as requests for track events (specification, section 7): an event
 * `marquee:track` on `document` with the detail `{ event, properties }`. Measurement listens for it once the visitor has consented; before
 * that, nothing does. All other messages are ignored.
 * @returns the cleanup.
 */
function startDemoBridge({ frame, demoUrl }: DemoBridgeOptions): () => void {
  const { origin } = new URL(demoUrl ?? location.href);
  // One promise for all messages, so that their order is kept.
  let code: Promise<typeof import("./demoMessages.ts")> | undefined;
  const onMessage = async (event: MessageEvent<unknown>) => {
    if (!isFromFrame(event, { origin, source: frame() })) return;
    code ??= import("./demoMessages.ts");
    const { parseMessage } = await code;
    const message = parseMessage(event.data, demoUrl);
    if (!message) return;
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

/** @param expected Origin of the demo and the window of our own frame. Without a window, every message is rejected. */
export function isFromFrame({ origin, source }: MessagePlace, expected: MessagePlace): boolean {
  return expected.source !== null && source === expected.source && origin === expected.origin;
}
