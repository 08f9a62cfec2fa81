import { Button, ButtonLink } from "@marquee/ui";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { fillTemplate } from "../copy/fillTemplate.ts";
import { currentStep, STEPS } from "./tour/tour.ts";
import { convertedMessage, postToHost, type TourProps } from "./tour/useTour.ts";

const PANELS = { intro: Introduction, steps: StepGuide, end: DemoEnd } as const;

/** Instructions for the current step. The heading receives focus whenever the phase or step changes. */
export function Guide({ copy, tour, dispatch }: TourProps) {
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

/** The introduction before the tour, with one button. */
function Introduction({ copy: { intro, noScript }, dispatch }: TourProps) {
  return (
    <>
      <GuideTitle>{intro.title}</GuideTitle>
      <p className="mt-2 text-ink-muted text-sm">{intro.text}</p>
      <noscript>
        <p className="mt-4 rounded-sm bg-sun-soft p-3 text-sm">{noScript}</p>
      </noscript>
      <Button className="mt-6 self-start" onClick={() => dispatch({ type: "start" })}>
        {intro.action}
      </Button>
    </>
  );
}

/** One step: instructions, status and navigation, which stays at the bottom of the screen on phones. */
function StepGuide({ copy, tour, dispatch }: TourProps) {
  const id = currentStep(tour);
  const isDone = tour.done.includes(id);
  const isLast = tour.step === STEPS.length - 1;
  const forward = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The control that completed the step may have been removed together with the focus.
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

/** Progress of the tour, as text and as a bar. */
function StepProgress({ copy, tour }: Pick<TourProps, "copy" | "tour">) {
  return (
    <div className="mb-4">
      <p className="text-ink-muted text-xs tabular-nums">
        {fillTemplate(copy.progress, { step: tour.step + 1, count: STEPS.length })}
      </p>
      <div aria-hidden="true" className="mt-2 flex gap-1">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={clsx(
              "h-1 grow rounded-sm",
              tour.done.includes(step) ? "bg-leaf" : index === tour.step ? "bg-control" : "bg-hairline",
            )}
          />
        ))}
      </div>
    </div>
  );
}

/** After the tour: a sign-up link, which leaves the frame, and a restart button. */
function DemoEnd({ copy: { end }, dispatch }: TourProps) {
  return (
    <>
      <GuideTitle>{end.title}</GuideTitle>
      <p className="mt-2 text-ink-muted text-sm">{end.text}</p>
      <p className="mt-6 flex flex-wrap gap-2">
        <ButtonLink href="/sign-up" onClick={() => postToHost(convertedMessage("sign-up"))}>
          {end.action}
        </ButtonLink>
        <Button variant="secondary" onClick={() => dispatch({ type: "restart" })}>
          {end.restart}
        </Button>
      </p>
    </>
  );
}

/** The document's heading; {@link Guide} focuses it when the phase or step changes. */
function GuideTitle({ children }: { children: string }) {
  return (
    <h1 tabIndex={-1} className="font-display text-title outline-none">
      {children}
    </h1>
  );
}
