import { Tooltip } from "@marquee/ui";
import { Info } from "lucide-react";
import { useSamples } from "../../interfaces/useSamples.ts";

/** Says that the chart can be used. Open from the start, because a picture of a chart would look the same. */
export function ChartHelp() {
  const { tip } = useSamples().gantt;
  return (
    <Tooltip
      text={tip.text}
      theme="light"
      side="left"
      isOpenOnLoad
      className="grid size-9 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink"
    >
      <Info aria-hidden="true" className="size-4" />
      <span className="sr-only">{tip.label}</span>
    </Tooltip>
  );
}
