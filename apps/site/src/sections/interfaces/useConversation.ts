import { useEffect, useState } from "react";
import type { Exchange } from "./chatScript.ts";
import { ask, isAnswering, replay, showNext, skip, startConversation } from "./chatState.ts";
import { prefersStillness } from "./useInView.ts";

const ONE_SECOND = 1000;
/** How long Brain "reads", and how long each part of an answer may be read before the next. */
const STEP = 0.9 * ONE_SECOND;

/** The conversation, and what a visitor can do with it. An answer goes on only while `isSeen`. */
export function useConversation(first: Exchange, isSeen: boolean) {
  const [conversation, setConversation] = useState(() => startConversation(first));
  useEffect(() => {
    if (!isSeen || !isAnswering(conversation)) return;
    const timer = setTimeout(() => setConversation(showNext), STEP);
    return () => clearTimeout(timer);
  }, [conversation, isSeen]);
  const play = (step: typeof skip) =>
    setConversation((now) => (prefersStillness() ? skip(step(now)) : step(now)));
  return {
    conversation,
    ask: (exchange: Exchange) => play((now) => ask(now, exchange)),
    skip: () => play(skip),
    replay: () => play(replay),
  };
}
