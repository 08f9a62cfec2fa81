import clsx from "clsx";
import { Undo2 } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { PageText } from "../../blocks/PageText.tsx";
import type { SamplesCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { Frame, Tool } from "../Frame.tsx";
import { advance, startHistory, undo } from "../history.ts";
import { useSamples } from "../useSamples.ts";
import { BoardCard } from "./BoardCard.tsx";
import { type Card, cardsIn, moveCard, placeCard, SAMPLE_CARDS, shiftCard } from "./boardState.ts";
import { useBoardWords } from "./boardWords.ts";
import { useCardDrag } from "./useCardDrag.ts";
import { useMoveAnimation } from "./useMoveAnimation.ts";

interface BoardProps {
  cards?: readonly Card[];
  /** Names the breadcrumb of the board in the product. */
  place?: keyof SamplesCopy["board"]["places"];
}

/** An interactive board. Cards move by dragging, with their buttons, or with the arrow keys. On phones the columns scroll horizontally. */
export function Board({ cards = SAMPLE_CARDS, place = "relaunch" }: BoardProps) {
  const { board: copy, tools, note } = useSamples();
  const columns = useRef<HTMLDivElement>(null);
  const beforeChange = useRef(() => {});
  const board = useBoard(cards, () => beforeChange.current());
  beforeChange.current = useMoveAnimation(columns, board.cards);
  const drag = useCardDrag(columns, board.place);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z is a shortcut for the button "Undo" inside.
    <div onKeyDown={(event) => undoByKey(event, board.undo)}>
      <Frame label={copy.label} place={copy.places[place]} note={note}>
        <div
          ref={columns}
          className="grid grid-cols-[repeat(3,minmax(14rem,1fr))] divide-x divide-hairline overflow-x-auto"
        >
          {copy.columns.map((title, column) => (
            <div
              key={title}
              data-column={column}
              className={clsx(
                "min-h-84 p-3 transition-colors",
                drag.overColumn === column && "bg-accent-soft",
              )}
            >
              <PageText className="flex justify-between px-1 pb-2.5 text-xs">
                <span className="font-medium">{title}</span>
                <span className="text-ink-muted tabular-nums">{cardsIn(board.cards, column).length}</span>
              </PageText>
              <ul className="grid gap-2">
                {cardsIn(board.cards, column).map((card) => (
                  <BoardCard
                    key={card.id}
                    card={card}
                    isHeld={drag.heldId === card.id}
                    handlers={drag.handlersFor(card.id)}
                    onMove={(by) => board.move(card.id, by)}
                    onShift={(by) => board.shift(card.id, by)}
                  />
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="flex items-center justify-between gap-4 border-hairline border-t py-1 pr-2 pl-4 text-ink-muted text-xs">
          <PageText>{copy.help}</PageText>
          <Tool label={tools.undo} isOff={!board.canUndo} onClick={board.undo}>
            <Undo2 aria-hidden="true" className="size-4" />
          </Tool>
        </div>
        <PageText role="status" className="sr-only">
          {board.said}
        </PageText>
      </Frame>
    </div>
  );
}

function undoByKey(event: KeyboardEvent, undo: () => void): void {
  if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  undo();
}

/** The board's cards, the functions that move them, and a description of the last move for screen readers. */
function useBoard(initial: readonly Card[], beforeChange: () => void) {
  const { board, changes } = useSamples();
  const { positionText } = useBoardWords();
  const [history, setHistory] = useState(() => startHistory(initial));
  const [said, setSaid] = useState("");
  const cards = history.present;
  const keep = (next: readonly Card[], id: string) => {
    beforeChange();
    setHistory(advance(history, next));
    setSaid(
      next === cards
        ? fillTemplate(board.stays, { position: positionText(cards, id) })
        : positionText(next, id),
    );
  };
  return {
    cards,
    said,
    canUndo: history.past.length > 0,
    /** Moves a card by a number of columns. */
    move: (id: string, by: number) => keep(moveCard(cards, id, by), id),
    /** Moves a card up or down its column. */
    shift: (id: string, by: number) => keep(shiftCard(cards, id, by), id),
    /** Places a card at a position in a column. */
    place: (id: string, column: number, index: number) => keep(placeCard(cards, id, column, index), id),
    undo: () => {
      beforeChange();
      setHistory(undo(history));
      setSaid(changes.undone);
    },
  };
}
