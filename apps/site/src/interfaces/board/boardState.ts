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

/** Cards of one launch, each tagged with a team. */
export const TEAM_CARDS: readonly Card[] = [
  { id: "price", title: "Agree on the launch price", tag: "Finance", tone: "sun", due: "Mon", column: 0 },
  { id: "answers", title: "Write answers for support", tag: "Support", tone: "sky", due: "Thu", column: 0 },
  { id: "calls", title: "Tell the ten oldest customers", tag: "Sales", tone: "clay", due: "Fri", column: 0 },
  { id: "film", title: "Cut the one-minute film", tag: "Marketing", tone: "leaf", due: "Today", column: 1 },
  {
    id: "export",
    title: "Fix the export of long lists",
    tag: "Engineering",
    tone: "sky",
    due: "Wed",
    column: 1,
  },
  { id: "name", title: "Choose the name", tag: "Marketing", tone: "leaf", due: "Mon", column: 2 },
];

/** The cards of one column, top first. */
export function cardsIn(cards: readonly Card[], column: number): Card[] {
  return cards.filter((card) => card.column === column);
}

function isColumn(column: number): column is ColumnIndex {
  return column in COLUMNS;
}

/**
 * Places a card in a column at position `index` among the column's other cards.
 * @param index Zero-based from the top, clamped to the column.
 * @returns the same array if nothing moves or the card or column does not exist.
 */
export function placeCard(
  cards: readonly Card[],
  id: string,
  column: number,
  index: number,
): readonly Card[] {
  const card = cards.find((each) => each.id === id);
  if (!card || !isColumn(column)) return cards;
  const others = cards.filter((each) => each !== card);
  const next = cardsIn(others, column)[Math.max(0, index)];
  const at = next ? others.indexOf(next) : others.length;
  const placed = [...others.slice(0, at), { ...card, column }, ...others.slice(at)];
  return isSameBoard(cards, placed) ? cards : placed;
}

/** Moves a card to the end of the column `by` columns to the right (negative: left). Without such a column, returns the same array. */
export function moveCard(cards: readonly Card[], id: string, by: number): readonly Card[] {
  const card = cards.find((each) => each.id === id);
  return card && by !== 0 ? placeCard(cards, id, card.column + by, cards.length) : cards;
}

/** Moves a card `by` positions down its column (negative: up). Returns the same array if nothing moves. */
export function shiftCard(cards: readonly Card[], id: string, by: number): readonly Card[] {
  const card = cards.find((each) => each.id === id);
  if (!card) return cards;
  return placeCard(cards, id, card.column, cardsIn(cards, card.column).indexOf(card) + by);
}

/** Title and position of a card as text: "Agree on the brief: Done, 1 of 1". Empty if the card does not exist. */
export function positionText(cards: readonly Card[], id: string): string {
  const card = cards.find((each) => each.id === id);
  if (!card) return "";
  const column = cardsIn(cards, card.column);
  return `${card.title}: ${COLUMNS[card.column]}, ${column.indexOf(card) + 1} of ${column.length}`;
}

function isSameBoard(one: readonly Card[], other: readonly Card[]): boolean {
  const order = (cards: readonly Card[]) =>
    COLUMNS.map((_, column) =>
      cardsIn(cards, column)
        .map(({ id }) => id)
        .join(),
    ).join("/");
  return order(one) === order(other);
}
