import { Badge } from "@marquee/ui";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { type Card, COLUMNS, moveCard, SAMPLE_CARDS } from "./boardState.ts";
import { Frame } from "./Frame.tsx";

/** A board whose cards really move: dragged, by their buttons, or with the arrow keys. */
export function Board() {
  const [cards, setCards] = useState<readonly Card[]>(SAMPLE_CARDS);
  const [said, setSaid] = useState("");

  const move = (id: string, by: number) => {
    const next = moveCard(cards, id, by);
    const moved = next.find((card) => card.id === id);
    setCards(next);
    if (moved) setSaid(`${moved.title}: ${COLUMNS[moved.column]}`);
  };
  const onDrop = (event: DragEvent, column: number) => {
    event.preventDefault();
    const card = cards.find(({ id }) => id === event.dataTransfer.getData("text/plain"));
    if (card) move(card.id, column - card.column);
  };

  return (
    <Frame label="Sample board: cards move between three columns" place="Website relaunch / Board">
      <div className="grid divide-hairline max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {COLUMNS.map((title, column) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; each card has buttons and keys for the same move.
          <div
            key={title}
            className="p-3 sm:min-h-72"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => onDrop(event, column)}
          >
            <p className="flex justify-between px-1 pb-2.5 text-xs">
              <span className="font-medium">{title}</span>
              <span className="text-ink-muted tabular-nums">
                {cards.filter((card) => card.column === column).length}
              </span>
            </p>
            <ul className="grid gap-2">
              {cards
                .filter((card) => card.column === column)
                .map((card) => (
                  <BoardCard key={card.id} card={card} onMove={(by) => move(card.id, by)} />
                ))}
            </ul>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </Frame>
  );
}

function BoardCard({ card, onMove }: { card: Card; onMove: (by: number) => void }) {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") onMove(1);
    if (key === "ArrowLeft") onMove(-1);
  };
  return (
    <li
      draggable
      onDragStart={(event) => event.dataTransfer.setData("text/plain", card.id)}
      onKeyDown={onKeyDown}
      className="group appears cursor-grab rounded-sm border border-hairline bg-background p-2.5 transition-shadow hover:shadow-float active:cursor-grabbing"
    >
      <p className="text-sm leading-snug">{card.title}</p>
      <div className="mt-2 flex items-center gap-2">
        <Badge tone={card.tone}>{card.tag}</Badge>
        <span className="text-ink-muted text-xs">{card.due}</span>
        <span className="-my-1 ml-auto flex opacity-60 focus-within:opacity-100 group-hover:opacity-100">
          <MoveButton card={card} by={-1} onMove={onMove} />
          <MoveButton card={card} by={1} onMove={onMove} />
        </span>
      </div>
    </li>
  );
}

function MoveButton({ card, by, onMove }: { card: Card; by: -1 | 1; onMove: (by: number) => void }) {
  const target = COLUMNS[card.column + by];
  const Icon = by === 1 ? ArrowRight : ArrowLeft;
  return (
    <button
      type="button"
      disabled={!target}
      aria-label={`Move "${card.title}" to ${target ?? "nowhere further"}`}
      onClick={() => onMove(by)}
      className="grid size-6 place-items-center rounded-sm hover:bg-surface-sunken disabled:opacity-25"
    >
      <Icon aria-hidden="true" className="size-3.5" />
    </button>
  );
}
