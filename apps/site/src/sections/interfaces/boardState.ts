export const COLUMNS = ["To do", "In progress", "Done"] as const;
type ColumnIndex = 0 | 1 | 2;

export interface Card {
  id: string;
  title: string;
  tag: string;
  tone: "leaf" | "sun" | "sky" | "clay";
  due: string;
  column: ColumnIndex;
}

export const SAMPLE_CARDS: readonly Card[] = [
  { id: "copy", title: "Rewrite the sign-up page", tag: "Copy", tone: "sky", due: "Tue", column: 0 },
  {
    id: "icons",
    title: "Redraw icons at one stroke width",
    tag: "Design",
    tone: "clay",
    due: "Wed",
    column: 0,
  },
  { id: "audit", title: "Check contrast in dark mode", tag: "Design", tone: "clay", due: "Fri", column: 0 },
  {
    id: "search",
    title: "Search that forgives typing errors",
    tag: "Build",
    tone: "leaf",
    due: "Today",
    column: 1,
  },
  {
    id: "speed",
    title: "Bring first paint below half a second",
    tag: "Build",
    tone: "leaf",
    due: "Thu",
    column: 1,
  },
  { id: "brief", title: "Agree on the brief", tag: "Plan", tone: "sun", due: "Mon", column: 2 },
];

/** The cards with one of them moved by a number of columns; at the edge it stays. A moved card comes last in its column. */
export function moveCard(cards: readonly Card[], id: string, by: number): Card[] {
  const card = cards.find((each) => each.id === id);
  if (!card) return [...cards];
  const column = Math.max(0, Math.min(COLUMNS.length - 1, card.column + by)) as ColumnIndex;
  if (column === card.column) return [...cards];
  return [...cards.filter((each) => each !== card), { ...card, column }];
}
