import { Tooltip } from "@marquee/ui";
import { Info } from "lucide-react";
import type english from "../../../../content/copy/en/lp-gantt.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Gantt } from "../interfaces/gantt/Gantt.tsx";
import { RELAUNCH_PLAN } from "../interfaces/gantt/ganttState.ts";
import { useSamples } from "../interfaces/useSamples.ts";

export { SAMPLES_COPY as copyNames } from "../interfaces/useSamples.ts";

export default await landingPage<typeof english>({
  name: "lp-gantt",
  layout: "wide",
  secondaryHref: "#keys",
  sample: <Gantt plan={RELAUNCH_PLAN} help={<ChartHelp />} />,
  sampleId: "chart",
  loadBelow: async () => (await import("../sections/landing/GanttBelow.tsx")).GanttBelow,
});

/** Says that the chart can be used. Open from the start, because a picture of a chart would look the same. */
function ChartHelp() {
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
