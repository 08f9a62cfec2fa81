import { Badge } from "@marquee/ui";
import clsx from "clsx";
import { ArrowLeft, ArrowRight, GripVertical } from "lucide-react";
import type { ComponentProps, KeyboardEvent } from "react";
import { PageText } from "../../blocks/PageText.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useSamples } from "../useSamples.ts";
import type { Card } from "./boardState.ts";
import { useBoardWords } from "./boardWords.ts";

interface BoardCardProps {
  card: Card;
  isHeld: boolean;
  handlers: Pick<ComponentProps<"li">, "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel">;
  /** Moves the card by `by` columns; positive is right. */
  onMove: (by: number) => void;
  /** Moves the card by `by` positions in its column; positive is down. */
  onShift: (by: number) => void;
}

/** A card. Moves by dragging it with a mouse or its grip, with its arrow buttons, or with the arrow keys from any of its controls. */
export function BoardCard({ card, isHeld, handlers, onMove, onShift }: BoardCardProps) {
  const { board } = useSamples();
  const { title, tag, due } = useBoardWords().textsOf(card.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (!key.startsWith("Arrow")) return;
    event.preventDefault();
    if (key === "ArrowLeft" || key === "ArrowRight") onMove(key === "ArrowRight" ? 1 : -1);
    else onShift(key === "ArrowDown" ? 1 : -1);
  };
  return (
    <li
      {...handlers}
      data-card={card.id}
      onKeyDown={onKeyDown}
      className={clsx(
        "relative rounded-sm border border-hairline bg-background p-2.5 select-none",
        isHeld ? "z-10 cursor-grabbing shadow-float" : "cursor-grab",
      )}
    >
      <div className="flex items-start gap-2">
        <PageText className="grow text-sm leading-snug">{title}</PageText>
        <button
          type="button"
          data-control="grip"
          aria-label={fillTemplate(board.grip, { card: title })}
          className="-mt-1 -mr-1.5 grid size-7 shrink-0 touch-none place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken"
        >
          <GripVertical aria-hidden="true" className="pointer-events-none size-4" />
        </button>
      </div>
      <div className="mt-2 flex items-center gap-2">
        <Badge tone={card.tone}>{tag}</Badge>
        <span className="text-ink-muted text-xs">{due}</span>
        <span className="-my-1 -mr-1.5 ml-auto flex">
          <MoveButton card={card} by={-1} onMove={onMove} />
          <MoveButton card={card} by={1} onMove={onMove} />
        </span>
      </div>
    </li>
  );
}

function MoveButton({ card, by, onMove }: { card: Card; by: -1 | 1; onMove: (by: number) => void }) {
  const { board } = useSamples();
  const { title } = useBoardWords().textsOf(card.id);
  const target = board.columns[card.column + by];
  const Icon = by === 1 ? ArrowRight : ArrowLeft;
  return (
    <button
      type="button"
      data-control={by === 1 ? "right" : "left"}
      aria-disabled={!target}
      aria-label={fillTemplate(target ? board.move : board.noMove, { card: title, column: target ?? "" })}
      onClick={() => target && onMove(by)}
      className="grid size-7 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-25"
    >
      <Icon aria-hidden="true" className="size-3.5" />
    </button>
  );
}
