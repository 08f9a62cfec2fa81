import { type Dispatch, useEffect, useRef } from "react";
import type { DemoCopy } from "./demoCopy.ts";
import { Finale } from "./Finale.tsx";
import { Introduction } from "./Introduction.tsx";
import { StepGuide } from "./StepGuide.tsx";
import { currentStep, type Tour, type TourAction } from "./tour/tour.ts";

export interface GuideProps {
  copy: DemoCopy;
  tour: Tour;
  dispatch: Dispatch<TourAction>;
}

/** What to do now. Its heading takes the focus whenever it speaks of something else. */
export function Guide({ copy, tour, dispatch }: GuideProps) {
  const panel = useRef<HTMLDivElement>(null);
  const subject = tour.phase === "steps" ? `${tour.run} ${currentStep(tour)}` : tour.phase;
  const spokenOf = useRef(subject);
  useEffect(() => {
    if (spokenOf.current === subject) return;
    spokenOf.current = subject;
    panel.current?.querySelector("h1")?.focus();
  }, [subject]);
  const Panel = PANELS[tour.phase];
  return (
    <div
      ref={panel}
      className="flex flex-col border-hairline p-4 max-md:border-b md:min-h-74 md:border-r md:p-6"
    >
      <Panel copy={copy} tour={tour} dispatch={dispatch} />
    </div>
  );
}

const PANELS = { intro: Introduction, steps: StepGuide, end: Finale } as const;
