import { ONE_SECOND } from "@marquee/contract";
import { type RefObject, useEffect, useRef, useState } from "react";
import { startDemoBridge } from "./demoBridge.ts";

interface WatchOptions {
  /** Milliseconds that the document has, once loaded, to answer. */
  timeout: number;
  /** Called once after each load: with true once React answers in the frame, with false when it does not. */
  onAnswer: (hasAnswered: boolean) => void;
}

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
