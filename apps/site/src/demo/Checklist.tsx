import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import { ChecklistItem } from "./ChecklistItem.tsx";
import type { GuideProps } from "./Guide.tsx";
import { reachOf, STEPS } from "./tour/tour.ts";

/** Every step with whether it is done; what has been reached can be gone to. */
export function Checklist({ copy, tour, dispatch }: GuideProps) {
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
            isReached={isStarted && index <= reachOf(tour)}
            onGo={() => dispatch({ type: "goTo", step: index })}
          />
        ))}
      </ol>
    </div>
  );
}
