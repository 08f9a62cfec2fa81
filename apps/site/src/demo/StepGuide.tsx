import { Button } from "@marquee/ui";
import { useEffect, useRef } from "react";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import type { GuideProps } from "./Guide.tsx";
import { GuideTitle } from "./GuideTitle.tsx";
import { StepProgress } from "./StepProgress.tsx";
import { currentStep, STEPS } from "./tour/tour.ts";

/** One step: what to do, whether it is done, and the way on. */
export function StepGuide({ copy, tour, dispatch }: GuideProps) {
  const id = currentStep(tour);
  const isDone = tour.done.includes(id);
  const isLast = tour.step === STEPS.length - 1;
  const forward = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What was used to do the step may have gone with it, and the focus with that.
    if (isDone && document.activeElement === document.body) forward.current?.focus();
  }, [isDone]);
  return (
    <>
      <StepProgress copy={copy} tour={tour} />
      <GuideTitle>{copy.steps[id].title}</GuideTitle>
      <p className="mt-2 text-ink-muted text-sm">{copy.steps[id].hint}</p>
      <p role="status" className="mt-2 min-h-6 font-medium text-leaf-strong text-sm">
        {isDone && fillTemplate(copy.done, { next: isLast ? copy.pressFinish : copy.pressNext })}
      </p>
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        <Button
          variant="secondary"
          size="sm"
          disabled={tour.step === 0}
          onClick={() => dispatch({ type: "back" })}
        >
          {copy.back}
        </Button>
        <Button
          ref={forward}
          variant={isDone ? "primary" : "secondary"}
          size="sm"
          onClick={() => dispatch({ type: isDone ? "next" : "assist" })}
        >
          {isDone ? (isLast ? copy.finish : copy.next) : copy.assist}
        </Button>
      </div>
    </>
  );
}
