import type { Period, QueryFilter } from "@marquee/contract";
import { type Card, importsNote } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import {
  ArrowDown,
  ArrowUp,
  GripVertical,
  type LucideIcon,
  Pencil,
  RectangleHorizontal,
  X,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { includesNow } from "../../shared/address/range.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { CardFrame } from "../../shared/cards/CardFrame.tsx";
import { CardView } from "../../shared/cards/CardView.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { MenuItem } from "../../shared/ui/MenuItem.tsx";
import { Popover } from "../../shared/ui/Popover.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { CardDialog } from "./CardDialog.tsx";

interface CardEditing {
  /** Position on the board, from 0. */
  place: number;
  isLast: boolean;
  /** Whether it was the last card to be moved, so that its handle keeps the focus. */
  isMoved: boolean;
  isDragged: boolean;
  onDrag: (isOn: boolean) => void;
  /** Called when another card was dropped on this one. */
  onDrop: () => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onChange: (change: Partial<Card>) => void;
}

interface BoardCardProps {
  card: Card;
  period: Period;
  board: string;
  hrefOf: ((filter: QueryFilter) => string) | null;
  /** Null for viewers. */
  edit: CardEditing | null;
}

const HEIGHTS: Record<Card["content"]["kind"], string> = {
  figures: "h-20",
  series: "h-64",
  list: "h-72",
  funnel: "h-80",
  attribution: "h-80",
  retention: "h-72",
};

/** How often a card that includes the current day is refetched, in milliseconds. */
const REFRESH_INTERVAL = 60_000;

/** A card on a board, with controls to move, resize and remove it. */
export function BoardCard({ card, period, board, hrefOf, edit }: BoardCardProps) {
  const isLive = includesNow(card.range ?? period.range, Date.now());
  const answer = useRoute(
    "POST /query/card",
    { body: { card, period } },
    {
      placeholderData: keepPreviousData,
      staleTime: REFRESH_INTERVAL / 2,
      ...(isLive && { refetchInterval: REFRESH_INTERVAL }),
    },
  );
  const isOver = edit !== null;
  const hasImports = card.withoutImports === true || (answer.data && importsNote(answer.data)) !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: buttons and keys do the same as dragging.
    <div
      className={clsx("contents", edit?.isDragged && "[&>section]:opacity-50")}
      onDragOver={isOver ? (event) => event.preventDefault() : undefined}
      onDrop={isOver ? edit.onDrop : undefined}
    >
      <CardFrame
        card={card}
        board={board}
        answer={answer.data ?? null}
        onDrag={edit?.onDrag}
        controls={edit && <CardControls card={card} edit={edit} hasImports={hasImports} />}
      >
        <QueryView query={answer} loading={<Skeleton className={HEIGHTS[card.content.kind]} />}>
          {(data) => <CardView card={card} hrefOf={hrefOf} answer={data} />}
        </QueryView>
      </CardFrame>
    </div>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

interface CardControlsProps {
  card: Card;
  edit: CardEditing;
  hasImports: boolean;
}

function CardControls({ card, edit, hasImports }: CardControlsProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const { isMoved, place } = edit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position moves the element, which loses the focus.
  useEffect(() => {
    if (isMoved) root.current?.querySelector("button")?.focus();
  }, [isMoved, place]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    edit.onMove(step);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to keys pressed on the inner button.
    <div ref={root} onKeyDown={onKeyDown}>
      <Popover
        label={`Change ${card.title}`}
        hint="Change. Drag the title or press Alt+↑ or Alt+↓ to move"
        className="border-transparent! px-1.5!"
        trigger={
          <>
            <GripVertical aria-hidden="true" className="size-4 text-ink-muted" />
            <span className="sr-only">Change {card.title}</span>
          </>
        }
        align="end"
      >
        {(close) => {
          const item = (name: string, Icon: LucideIcon, act: () => void, isDisabled = false) => (
            <MenuItem
              name={name}
              Icon={Icon}
              isDisabled={isDisabled}
              onChoose={() => {
                close();
                act();
              }}
            />
          );
          const isHalf = card.width === "half";
          return (
            <div className="grid sm:w-56">
              {item("Rename and date range", Pencil, () => setOpen(true))}
              {item(isHalf ? "Full width" : "Half width", RectangleHorizontal, () =>
                edit.onChange({ width: isHalf ? "full" : "half" }),
              )}
              {item("Move up", ArrowUp, () => edit.onMove(-1), place === 0)}
              {item("Move down", ArrowDown, () => edit.onMove(1), edit.isLast)}
              {item("Remove", X, edit.onRemove)}
            </div>
          );
        }}
      </Popover>
      {isOpen && (
        <CardDialog
          card={card}
          hasImports={hasImports}
          onSave={(change) => {
            edit.onChange(change);
            setOpen(false);
          }}
          onDismiss={() => setOpen(false)}
        />
      )}
    </div>
  );
}
