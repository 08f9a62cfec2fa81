import { prefersReducedMotion } from "@marquee/ui";
import { useEffect, useState } from "react";

/** A question of the script, with its answer split into parts that appear one by one. */
export interface Exchange {
  id: string;
  question: string;
  /** Status text while Brain "reads". */
  looksIn: string;
  /** The parts in order of appearance. A string is a paragraph, an array a list. */
  answer: readonly (string | readonly string[])[];
  source: { label: string; href: string };
}

/** A labeled script: no model is called. It is consistent with the other samples on the site. */
export const EXCHANGES = [
  {
    id: "launch",
    question: "What holds up the launch?",
    looksIn: "Reading the Gantt chart of Website relaunch",
    answer: [
      "Design does. The build waits for it, and everything after the build waits too.",
      "Writing and translating have two days to spare, so moving people from there to design helps.",
    ],
    source: { label: "Website relaunch / Gantt", href: "/lp/features/gantt-chart-view#chart" },
  },
  {
    id: "search",
    question: "What did we decide about search?",
    looksIn: "Reading the notes and the board of Website relaunch",
    answer: [
      "It must forgive typing errors. The task is in progress and due today.",
      "Nobody has written down yet how many errors it forgives.",
    ],
    source: { label: "Website relaunch / Board", href: "/#board" },
  },
  {
    id: "update",
    question: "Write the update for Friday",
    looksIn: "Reading what moved on the board this week",
    answer: [
      "A draft, for you to edit:",
      ["Done: the brief is agreed", "In progress: search, first paint", "Next: the sign-up page"],
      "It stays a draft until you share it.",
    ],
    source: { label: "Website relaunch / Board", href: "/#board" },
  },
  {
    id: "plan",
    question: "Is the launch plan complete?",
    looksIn: "Reading the launch plan",
    answer: [
      "Two of its four steps are ticked. Two are open:",
      ["Switch the old address over", "Write to the customers who asked"],
      "Neither names a person yet. Shall I propose one for each?",
    ],
    source: { label: "Website relaunch / Launch plan", href: "/lp/teams/project-management#plan" },
  },
] as const satisfies readonly Exchange[];

const ONE_SECOND = 1000;
/** Milliseconds that Brain "reads", and between the parts of an answer. */
const STEP = 0.9 * ONE_SECOND;

/** The questions so far, oldest first, and the progress of the last answer. */
export interface Conversation {
  asked: readonly Exchange[];
  /** Number of visible parts of the last answer; 0 while Brain "reads". */
  shown: number;
}

/** A conversation with one fully answered exchange. */
export function startConversation(first: Exchange): Conversation {
  return { asked: [first], shown: first.answer.length };
}

/** Whether the last answer still has parts to come. */
export function isAnswering({ asked, shown }: Conversation): boolean {
  return shown < (asked.at(-1)?.answer.length ?? 0);
}

/** Asks a question. The previous answer is then shown in full, and a repeated question moves to the end. */
export function ask({ asked }: Conversation, exchange: Exchange): Conversation {
  return { asked: [...asked.filter((each) => each.id !== exchange.id), exchange], shown: 0 };
}

/** Shows the next part of the last answer. Returns the same conversation if it is complete. */
export function showNext(conversation: Conversation): Conversation {
  return isAnswering(conversation) ? { ...conversation, shown: conversation.shown + 1 } : conversation;
}

/** Shows the whole last answer at once. */
export function skip(conversation: Conversation): Conversation {
  return { ...conversation, shown: conversation.asked.at(-1)?.answer.length ?? 0 };
}

/** Replays the last answer from the beginning. */
export function replay(conversation: Conversation): Conversation {
  return { ...conversation, shown: 0 };
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
