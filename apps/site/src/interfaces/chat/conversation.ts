import { useEffect, useState } from "react";
import { prefersReducedMotion } from "../useInView.ts";
import type { Exchange } from "./chatScript.ts";

const ONE_SECOND = 1000;
/** How long Brain "reads", and how long each part of an answer may be read before the next. */
const STEP = 0.9 * ONE_SECOND;

/** The questions so far, oldest first, and the progress of the last answer. */
export interface Conversation {
  asked: readonly Exchange[];
  /** Parts of the last answer that are shown; 0 while Brain "reads". */
  shown: number;
}

/** A conversation with one exchange that has been answered in full. */
export function startConversation(first: Exchange): Conversation {
  return { asked: [first], shown: first.answer.length };
}

/** Whether the last answer still has parts to come. */
export function isAnswering({ asked, shown }: Conversation): boolean {
  return shown < (asked.at(-1)?.answer.length ?? 0);
}

/** Asks one more question; an answer under way is shown in full at once. A question asked before moves to the end. */
export function ask({ asked }: Conversation, exchange: Exchange): Conversation {
  return { asked: [...asked.filter((each) => each.id !== exchange.id), exchange], shown: 0 };
}

/** The next part of the answer. */
export function showNext(conversation: Conversation): Conversation {
  return isAnswering(conversation) ? { ...conversation, shown: conversation.shown + 1 } : conversation;
}

/** Shows the whole answer at once. */
export function skip(conversation: Conversation): Conversation {
  return { ...conversation, shown: conversation.asked.at(-1)?.answer.length ?? 0 };
}

/** The last answer once more from its beginning. */
export function replay(conversation: Conversation): Conversation {
  return { ...conversation, shown: 0 };
}

/** The conversation and its actions. An answer is typed only while `isSeen`. */
export function useConversation(first: Exchange, isSeen: boolean) {
  const [conversation, setConversation] = useState(() => startConversation(first));
  useEffect(() => {
    if (!isSeen || !isAnswering(conversation)) return;
    const timer = setTimeout(() => setConversation(showNext), STEP);
    return () => clearTimeout(timer);
  }, [conversation, isSeen]);
  const play = (step: typeof skip) =>
    setConversation((now) => (prefersReducedMotion() ? skip(step(now)) : step(now)));
  return {
    conversation,
    ask: (exchange: Exchange) => play((now) => ask(now, exchange)),
    skip: () => play(skip),
    replay: () => play(replay),
  };
}
