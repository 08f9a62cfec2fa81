import clsx from "clsx";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import type { DemoCopy } from "./demoCopy.ts";
import { STEPS, type Tour } from "./tour/tour.ts";

/** How far the walk is, in words and as a line that grows. */
export function StepProgress({ copy, tour }: { copy: DemoCopy; tour: Tour }) {
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
