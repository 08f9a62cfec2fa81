import { Badge } from "@marquee/ui";
import clsx from "clsx";
import { ArrowLeft, ArrowRight, GripVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { fillTemplate } from "../../sections/pricing/fillTemplate.ts";
import { type DemoCopy, dayText } from "../demoCopy.ts";
import { OWN_TASK, type Task } from "../tour/workspace.ts";

interface BoardCardProps {
  copy: DemoCopy;
  task: Task;
  isHeld: boolean;
  handlers: Pick<ComponentProps<"li">, "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel">;
  /** One column to the right, or to the left. */
  onStep: (by: -1 | 1) => void;
}

/** A card: dragged by mouse anywhere, by touch at its grip, or moved by its arrows. */
export function BoardCard({ copy, task, isHeld, handlers, onStep }: BoardCardProps) {
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

type StepButtonProps = Pick<BoardCardProps, "copy" | "task" | "onStep"> & { by: -1 | 1 };

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
