import { Button } from "@marquee/ui";
import { useEffect, useRef } from "react";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import type { GuideProps } from "./Guide.tsx";
import { GuideTitle } from "./GuideTitle.tsx";
import { StepProgress } from "./StepProgress.tsx";
import { currentStep, STEPS } from "./tour/tour.ts";

/** One step: what to do, whether it is done, and the way on, which stays at hand on phones. */
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
      <div className="z-20 mt-auto border-hairline bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:flex max-md:flex-row-reverse max-md:items-center max-md:justify-between max-md:gap-4 max-md:border-t max-md:p-3 md:pt-4">
        <p role="status" className="font-medium md:min-h-6 text-leaf-strong text-sm">
          {isDone && fillTemplate(copy.done, { next: isLast ? copy.pressFinish : copy.pressNext })}
        </p>
        <div className="flex shrink-0 gap-2 md:mt-2">
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
      </div>
    </>
  );
}
