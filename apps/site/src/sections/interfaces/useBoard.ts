import { useState } from "react";
import { type Card, moveCard, placeCard, placeText, shiftCard } from "./boardState.ts";
import { advance, startHistory, undo } from "./history.ts";

/** The board's cards, the verbs that move them, and the last move in words. */
export function useBoard(initial: readonly Card[], beforeChange: () => void) {
  const [history, setHistory] = useState(() => startHistory(initial));
  const [said, setSaid] = useState("");
  const cards = history.present;
  const keep = (next: readonly Card[], id: string) => {
    beforeChange();
    setHistory(advance(history, next));
    setSaid(next === cards ? `${placeText(cards, id)}. It stays there.` : placeText(next, id));
  };
  return {
    cards,
    said,
    canUndo: history.past.length > 0,
    /** To another column, by so many. */
    move: (id: string, by: number) => keep(moveCard(cards, id, by), id),
    /** Up or down its column. */
    shift: (id: string, by: number) => keep(shiftCard(cards, id, by), id),
    /** To a place in a column. */
    place: (id: string, column: number, index: number) => keep(placeCard(cards, id, column, index), id),
    undo: () => {
      beforeChange();
      setHistory(undo(history));
      setSaid("Undone.");
    },
  };
}
