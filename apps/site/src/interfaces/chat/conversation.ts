import type { Locale } from "@marquee/contract";
import { prefersReducedMotion } from "@marquee/ui";
import { useEffect, useState } from "react";
import type { SamplesCopy } from "../../copy/copy.ts";
import { localHref } from "../../site/pages.ts";

/** A question of the script, with its answer split into parts that appear one by one. */
export interface Exchange {
  id: ExchangeId;
  question: string;
  /** Status text while Brain "reads". */
  looksIn: string;
  /** The parts in order of appearance. A string is a paragraph, an array a list. */
  answer: readonly (string | readonly string[])[];
  source: { label: string; href: string };
}

/** The source of the answer to each question. */
const SOURCES = {
  launch: "/lp/features/gantt-chart-view#chart",
  search: "/#board",
  update: "/#board",
  plan: "/lp/teams/project-management#plan",
} as const;

export type ExchangeId = keyof typeof SOURCES;

const EXCHANGE_IDS = Object.keys(SOURCES) as ExchangeId[];

/** A labeled script in one language: no model is called. It is consistent with the other samples on the site. */
export function exchangesOf(copy: SamplesCopy["chat"], locale: Locale): Exchange[] {
  return EXCHANGE_IDS.map((id) => {
    const { source, ...texts } = copy.exchanges[id];
    return { id, ...texts, source: { label: source, href: localHref(SOURCES[id], locale) } };
  });
}

const ONE_SECOND = 1000;
/** Milliseconds that Brain "reads", and between the parts of an answer. */
const STEP = 0.9 * ONE_SECOND;

/** The questions so far, oldest first, and the progress of the last answer. */
export interface Conversation {
  history: readonly Exchange[];
  /** Number of visible parts of the last answer; 0 while Brain "reads". */
  visibleParts: number;
}

/** A conversation with one fully answered exchange. */
export function startConversation(first: Exchange): Conversation {
  return { history: [first], visibleParts: first.answer.length };
}

/** Whether the last answer still has parts to come. */
export function isAnswering({ history, visibleParts }: Conversation): boolean {
  return visibleParts < (history.at(-1)?.answer.length ?? 0);
}

/** Asks a question. The previous answer is then shown in full, and a repeated question moves to the end. */
export function ask({ history }: Conversation, exchange: Exchange): Conversation {
  return { history: [...history.filter((each) => each.id !== exchange.id), exchange], visibleParts: 0 };
}

/** Shows the next part of the last answer. Returns the same conversation if it is complete. */
export function showNext(conversation: Conversation): Conversation {
  return isAnswering(conversation)
    ? { ...conversation, visibleParts: conversation.visibleParts + 1 }
    : conversation;
}

/** Shows the whole last answer immediately. */
export function skip(conversation: Conversation): Conversation {
  return { ...conversation, visibleParts: conversation.history.at(-1)?.answer.length ?? 0 };
}

/** Replays the last answer from the beginning. */
export function replay(conversation: Conversation): Conversation {
  return { ...conversation, visibleParts: 0 };
}

/** The conversation and its actions. Answers advance only while `isSeen`; with reduced motion they appear in full at once. */
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
