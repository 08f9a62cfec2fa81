import { Tooltip } from "@marquee/ui";
import { Info } from "lucide-react";
import { useState } from "react";
import { useSamples } from "../../interfaces/useSamples.ts";

/** Width of the window in CSS pixels from which the open help leaves the consent dialog readable. */
const ROOMY = 800;

/**
 * Says that the chart can be used. In wide windows it is open from the start, because a picture of a chart would look the same. Rendered after
 * hydration only.
 */
export function ChartHelp() {
  const [isOpenOnLoad] = useState(() => window.innerWidth >= ROOMY);
  const { tip } = useSamples().gantt;
  return (
    <Tooltip
      text={tip.text}
      theme="light"
      side="left"
      isOpenOnLoad={isOpenOnLoad}
      className="grid size-9 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink"
    >
      <Info aria-hidden="true" className="size-4" />
      <span className="sr-only">{tip.label}</span>
    </Tooltip>
  );
}
