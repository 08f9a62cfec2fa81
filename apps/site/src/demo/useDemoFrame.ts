import { ONE_SECOND } from "@marquee/contract";
import { type RefObject, useEffect, useRef, useState } from "react";
import { startDemoBridge } from "./demoBridge.ts";
import { watchFrame } from "./watchFrame.ts";

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

/** The frame of the demo from its request to its answer, with the bridge for what it tells. */
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
