import { HEAT_RADIUS } from "./heat/heatField.ts";
import { cssColor } from "./heat/palette.ts";
import { type LegendOptions, legendSteps } from "./legendSteps.ts";

/** What the colours stand for. */
export function Legend({ most, isPerSessions }: LegendOptions) {
  if (most <= 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-xs">
      <ul aria-label="Colours" className="flex">
        {legendSteps({ most, isPerSessions }).map(({ shade, text }) => (
          <li key={shade} className="w-14">
            <svg
              aria-hidden="true"
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              className="block h-2.5 w-full bg-[oklch(1_0_0)]"
            >
              <rect width="1" height="1" fill={cssColor(shade)} />
            </svg>
            <span className="block pt-0.5 text-right tabular-nums">{text}</span>
          </li>
        ))}
      </ul>
      <p>
        {isPerSessions ? "clicks per 100 sessions" : "clicks"} around one place, {HEAT_RADIUS} px on this
        screen. Numbers mark the elements clicked most.
      </p>
    </div>
  );
}
