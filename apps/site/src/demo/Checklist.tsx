import clsx from "clsx";
import { Check, ChevronDown } from "lucide-react";
import type { DemoCopy } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";
import { STEPS, type StepId, unlockedStep } from "./tour/tour.ts";
import type { TourProps } from "./tour/useTour.ts";

/** All steps with their status. Steps that are unlocked can be opened. */
export function Checklist({ copy, tour, dispatch }: TourProps) {
  const { isChecklistOpen, done } = tour;
  const { title, count } = copy.checklist;
  const isStarted = tour.phase !== "intro";
  return (
    <div className="border-hairline p-4 max-md:border-t md:col-start-1 md:row-start-2 md:border-t md:border-r md:px-6">
      <h2>
        <button
          type="button"
          aria-expanded={isChecklistOpen}
          aria-controls="checklist"
          onClick={() => dispatch({ type: "toggleChecklist" })}
          className="flex h-9 w-full items-center gap-2 text-left text-sm"
        >
          <span className="font-medium">{title}</span>
          <span className="text-ink-muted text-xs tabular-nums">
            {fillTemplate(count, { done: done.length, count: STEPS.length })}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={clsx(
              "ml-auto size-4 text-ink-muted transition-transform",
              isChecklistOpen && "rotate-180",
            )}
          />
        </button>
      </h2>
      <ol id="checklist" hidden={!isChecklistOpen} className="mt-1 grid gap-0.5">
        {STEPS.map((step, index) => (
          <ChecklistItem
            key={step}
            copy={copy}
            step={step}
            isDone={done.includes(step)}
            isCurrent={tour.phase === "steps" && index === tour.step}
            isReached={isStarted && index <= unlockedStep(tour)}
            onGo={() => dispatch({ type: "goTo", step: index })}
          />
        ))}
      </ol>
    </div>
  );
}

interface ChecklistItemProps {
  copy: DemoCopy;
  step: StepId;
  isDone: boolean;
  isCurrent: boolean;
  isReached: boolean;
  onGo: () => void;
}

function ChecklistItem({ copy, step, isDone, isCurrent, isReached, onGo }: ChecklistItemProps) {
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
