import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Card,
  COLUMN_COUNT,
  cardsIn,
  moveCard,
  placeCard,
  SAMPLE_CARDS,
  shiftCard,
} from "./boardState.ts";

const idsIn = (cards: readonly Card[], column: number) => cardsIn(cards, column).map(({ id }) => id);
const anyId = fc.constantFrom(...SAMPLE_CARDS.map(({ id }) => id), "unknown");

describe("placeCard", () => {
  it("places a card where it was dropped and keeps the order of the rest", () => {
    fc.assert(
      fc.property(
        anyId,
        fc.integer({ min: -1, max: 3 }),
        fc.integer({ min: -1, max: 6 }),
        (id, column, index) => {
          const placed = placeCard(SAMPLE_CARDS, id, column, index);
          if (placed === SAMPLE_CARDS) return;
          const rest = (cards: readonly Card[], at: number) => idsIn(cards, at).filter((each) => each !== id);
          for (let at = 0; at < COLUMN_COUNT; at += 1)
            expect(rest(placed, at)).toEqual(rest(SAMPLE_CARDS, at));
          const otherCount = rest(SAMPLE_CARDS, column).length;
          expect(idsIn(placed, column).indexOf(id)).toBe(Math.min(Math.max(0, index), otherCount));
          expect(placed).toHaveLength(SAMPLE_CARDS.length);
        },
      ),
    );
  });

  it("returns the same board when nothing moves", () => {
    expect(placeCard(SAMPLE_CARDS, "icons", 0, 1)).toBe(SAMPLE_CARDS);
    expect(placeCard(SAMPLE_CARDS, "icons", 3, 0)).toBe(SAMPLE_CARDS);
    expect(placeCard(SAMPLE_CARDS, "unknown", 0, 0)).toBe(SAMPLE_CARDS);
  });
});

describe("moveCard", () => {
  it("moves the card to the end of its new column", () => {
    const moved = moveCard(SAMPLE_CARDS, "copy", 1);
    expect(idsIn(moved, 1)).toEqual(["search", "speed", "copy"]);
  });

  it.each([
    ["copy", -1],
    ["brief", 1],
    ["brief", 0],
    ["unknown", 1],
  ])("returns the same board for %s by %i", (id, by) => {
    expect(moveCard(SAMPLE_CARDS, id, by)).toBe(SAMPLE_CARDS);
  });
});

describe("shiftCard", () => {
  it("moves a card up and down within its column", () => {
    expect(idsIn(shiftCard(SAMPLE_CARDS, "copy", 1), 0)).toEqual(["icons", "copy", "audit"]);
    expect(idsIn(shiftCard(SAMPLE_CARDS, "audit", -1), 0)).toEqual(["copy", "audit", "icons"]);
    expect(shiftCard(SAMPLE_CARDS, "copy", -1)).toBe(SAMPLE_CARDS);
    expect(shiftCard(SAMPLE_CARDS, "audit", 1)).toBe(SAMPLE_CARDS);
  });
});
