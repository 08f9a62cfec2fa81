import { describe, expect, it } from "vitest";
import { moveCard, SAMPLE_CARDS } from "./boardState.ts";

const columnsOf = (cards: readonly { id: string; column: number }[]) =>
  Object.fromEntries(cards.map(({ id, column }) => [id, column]));

describe("moveCard", () => {
  it("moves one card, to the end of its new column, and loses none", () => {
    const moved = moveCard(SAMPLE_CARDS, "copy", 1);
    expect(columnsOf(moved)).toEqual({ ...columnsOf(SAMPLE_CARDS), copy: 1 });
    expect(moved.at(-1)?.id).toBe("copy");
  });

  it.each([
    ["copy", -1],
    ["brief", 1],
    ["unknown", 1],
  ])("leaves all as it was for %s by %i", (id, by) => {
    expect(moveCard(SAMPLE_CARDS, id, by)).toEqual(SAMPLE_CARDS);
  });

  it("stops at the last column", () => {
    expect(columnsOf(moveCard(SAMPLE_CARDS, "copy", 9)).copy).toBe(2);
  });
});
