/** Number of columns; the copy has their titles. */
export const COLUMN_COUNT = 3;
type ColumnIndex = 0 | 1 | 2;

export interface Card {
  /** Names the card's texts in the copy. */
  id: string;
  tone: "leaf" | "sun" | "sky" | "clay";
  column: ColumnIndex;
}

export const SAMPLE_CARDS: readonly Card[] = [
  { id: "copy", tone: "sky", column: 0 },
  { id: "icons", tone: "clay", column: 0 },
  { id: "audit", tone: "clay", column: 0 },
  { id: "search", tone: "leaf", column: 1 },
  { id: "speed", tone: "leaf", column: 1 },
  { id: "brief", tone: "sun", column: 2 },
];

/** Cards of one launch, each tagged with a team. */
export const TEAM_CARDS: readonly Card[] = [
  { id: "price", tone: "sun", column: 0 },
  { id: "answers", tone: "sky", column: 0 },
  { id: "calls", tone: "clay", column: 0 },
  { id: "film", tone: "leaf", column: 1 },
  { id: "export", tone: "sky", column: 1 },
  { id: "name", tone: "leaf", column: 2 },
];

/** The cards of one column, top first. */
export function cardsIn(cards: readonly Card[], column: number): Card[] {
  return cards.filter((card) => card.column === column);
}

function isColumn(column: number): column is ColumnIndex {
  return column >= 0 && column < COLUMN_COUNT;
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
  const otherCards = cards.filter((each) => each !== card);
  const next = cardsIn(otherCards, column)[Math.max(0, index)];
  const at = next ? otherCards.indexOf(next) : otherCards.length;
  const placed = [...otherCards.slice(0, at), { ...card, column }, ...otherCards.slice(at)];
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

function isSameBoard(one: readonly Card[], other: readonly Card[]): boolean {
  const order = (cards: readonly Card[]) =>
    Array.from({ length: COLUMN_COUNT }, (_, column) =>
      cardsIn(cards, column)
        .map(({ id }) => id)
        .join(),
    ).join("/");
  return order(one) === order(other);
}
