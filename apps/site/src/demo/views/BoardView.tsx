import { Badge } from "@marquee/ui";
import clsx from "clsx";
import { ArrowLeft, ArrowRight, GripVertical } from "lucide-react";
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import type { DemoCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useCardDrag } from "../../interfaces/board/useCardDrag.ts";
import type { TourProps } from "../tour/useTour.ts";
import { OWN_TASK, type Task } from "../tour/workspace.ts";
import { dayText } from "./DayPicker.tsx";

interface BoardCardProps {
  copy: DemoCopy;
  task: Task;
  isHeld: boolean;
  handlers: Pick<ComponentProps<"li">, "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel">;
  /** Moves the card one column to the right (1) or left (-1). */
  onStep: (by: -1 | 1) => void;
}

type StepButtonProps = Pick<BoardCardProps, "copy" | "task" | "onStep"> & { by: -1 | 1 };

/** The tasks by status. Dragging or its arrow buttons move a card; after an arrow button, the focus stays on that button. */
export function BoardView({ copy, tour, dispatch }: TourProps) {
  const board = useRef<HTMLOListElement>(null);
  const refocus = useRef<string | null>(null);
  const { tasks, listName } = tour.workspace;
  const move = (id: string, column: number) => dispatch({ type: "moveCard", id, column });
  const { heldId, handlersFor } = useCardDrag(board, move);
  useLayoutEffect(() => {
    if (refocus.current) board.current?.querySelector<HTMLElement>(refocus.current)?.focus();
    refocus.current = null;
  });
  const step = ({ id, column }: Task, by: -1 | 1) => {
    refocus.current = `[data-card="${id}"] [data-control="${by === 1 ? "right" : "left"}"]`;
    move(id, column + by);
  };
  return (
    <ol
      ref={board}
      aria-label={fillTemplate(copy.board.label, { list: listName ?? "" })}
      className="grid grid-cols-[repeat(3,minmax(9.5rem,1fr))] gap-3 overflow-x-auto pb-2"
    >
      {copy.columns.map((name, column) => {
        const cards = tasks.filter((task) => task.column === column);
        return (
          <li
            key={name}
            data-column={column}
            className="min-h-72 rounded-md md:min-h-100 bg-surface-sunken p-2"
          >
            <h3 className="px-1 pb-2 text-ink-muted text-xs">
              {name} <span className="tabular-nums">{cards.length}</span>
            </h3>
            <ul aria-label={name} className="grid gap-2">
              {cards.map((task) => (
                <BoardCard
                  key={task.id}
                  copy={copy}
                  task={task}
                  isHeld={heldId === task.id}
                  handlers={handlersFor(task.id)}
                  onStep={(by) => step(task, by)}
                />
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

/** A card. Moves by mouse from anywhere on it, by touch from its grip, or with its arrow buttons. */
function BoardCard({ copy, task, isHeld, handlers, onStep }: BoardCardProps) {
  return (
    <li
      {...handlers}
      data-card={task.id}
      className={clsx(
        "relative select-none rounded-sm border border-hairline bg-surface p-2",
        isHeld ? "z-10 cursor-grabbing shadow-float" : "cursor-grab",
      )}
    >
      <div className="flex items-start gap-1">
        <p className="min-w-0 grow break-words text-sm leading-snug">{task.title}</p>
        <span
          data-control="grip"
          className="-mr-1 grid size-7 shrink-0 touch-none place-items-center text-ink-muted"
        >
          <GripVertical aria-hidden="true" className="pointer-events-none size-4" />
        </span>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-2">
        {task.id === OWN_TASK && <Badge tone="leaf">{copy.list.yours}</Badge>}
        {task.day !== null && <span className="text-ink-muted text-xs">{dayText(copy, task.day)}</span>}
        <span className="-mr-1 ml-auto flex">
          <StepButton copy={copy} task={task} by={-1} onStep={onStep} />
          <StepButton copy={copy} task={task} by={1} onStep={onStep} />
        </span>
      </div>
    </li>
  );
}

function StepButton({ copy, task, by, onStep }: StepButtonProps) {
  const column = copy.columns[task.column + by];
  const Arrow = by === 1 ? ArrowRight : ArrowLeft;
  const label = column
    ? fillTemplate(copy.board.move, { task: task.title, column })
    : fillTemplate(copy.board.stay, { task: task.title });
  return (
    <button
      type="button"
      data-control={by === 1 ? "right" : "left"}
      aria-disabled={!column}
      aria-label={label}
      onClick={() => column && onStep(by)}
      className="grid size-8 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-25"
    >
      <Arrow aria-hidden="true" className="size-4" />
    </button>
  );
}
