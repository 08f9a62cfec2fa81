/** One question of the script, with the answer in the steps in which it appears. */
export interface Exchange {
  id: string;
  question: string;
  /** What Brain looks through first, in its own words. */
  looksIn: string;
  /** Each part appears by itself; a part of several lines is a list. */
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
