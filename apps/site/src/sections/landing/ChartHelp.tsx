import { Tooltip } from "@marquee/ui";
import { Info } from "lucide-react";

/** Says that the chart can be used. Open from the start, because a picture of a chart would look the same. */
export function ChartHelp() {
  return (
    <Tooltip
      text="This chart is live. Drag a bar, and every task that waits for it moves along."
      theme="light"
      side="left"
      isOpenOnLoad
      className="grid size-9 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink"
    >
      <Info aria-hidden="true" className="size-4" />
      <span className="sr-only">About this chart</span>
    </Tooltip>
  );
}
