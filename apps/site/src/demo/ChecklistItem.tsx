import clsx from "clsx";
import { Check } from "lucide-react";
import type { DemoCopy } from "./demoCopy.ts";
import type { StepId } from "./tour/tour.ts";

interface ChecklistItemProps {
  copy: DemoCopy;
  step: StepId;
  isDone: boolean;
  isCurrent: boolean;
  isReached: boolean;
  onGo: () => void;
}

export function ChecklistItem({ copy, step, isDone, isCurrent, isReached, onGo }: ChecklistItemProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? "step" : undefined}
        disabled={!isReached}
        onClick={onGo}
        className={clsx(
          "flex min-h-8 w-full items-center gap-2.5 rounded-sm px-1.5 text-left text-sm enabled:hover:bg-surface-sunken",
          isCurrent ? "font-medium text-ink" : "text-ink-muted",
        )}
      >
        <span
          aria-hidden="true"
          className={clsx(
            "grid size-4.5 shrink-0 place-items-center rounded-full border",
            isDone ? "border-leaf bg-leaf text-on-leaf" : "border-control",
          )}
        >
          {isDone && <Check className="size-3" strokeWidth={3} />}
        </span>
        {copy.steps[step].task}
        {isDone && <span className="sr-only"> ({copy.checklist.isDone})</span>}
      </button>
    </li>
  );
}
