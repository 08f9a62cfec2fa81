import { useMemo } from "react";
import type { SamplesCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useSamples } from "../useSamples.ts";
import { type Card, cardsIn } from "./boardState.ts";

interface CardTexts {
  title: string;
  tag: string;
  due: string;
}

/** The board's texts about its cards, in one language. */
interface BoardWords {
  textsOf: (id: string) => CardTexts;
  /** Title and position of a card: "Agree on the brief: Done, 1 of 1". Empty if the card does not exist. */
  positionText: (cards: readonly Card[], id: string) => string;
}

export function createBoardWords(copy: SamplesCopy["board"]): BoardWords {
  const texts: Record<string, CardTexts> = copy.cards;
  const textsOf = (id: string) => texts[id] ?? { title: id, tag: "", due: "" };
  const positionText = (cards: readonly Card[], id: string) => {
    const card = cards.find((each) => each.id === id);
    if (!card) return "";
    const column = cardsIn(cards, card.column);
    return fillTemplate(copy.position, {
      card: textsOf(id).title,
      column: copy.columns[card.column] ?? "",
      index: column.indexOf(card) + 1,
      count: column.length,
    });
  };
  return { textsOf, positionText };
}

export function useBoardWords(): BoardWords {
  const { board } = useSamples();
  return useMemo(() => createBoardWords(board), [board]);
}
