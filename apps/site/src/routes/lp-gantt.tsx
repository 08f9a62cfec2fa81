import { Tooltip } from "@marquee/ui";
import { Info } from "lucide-react";
import type english from "../../../../content/copy/en/lp-gantt.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Gantt } from "../interfaces/gantt/Gantt.tsx";
import { RELAUNCH_PLAN } from "../interfaces/gantt/ganttState.ts";

/** Says that the chart can be used. Open from the start, because a picture of a chart would look the same. */
const HELP = (
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

export default await landingPage<typeof english>({
  name: "lp-gantt",
  layout: "wide",
  secondaryHref: "#keys",
  sample: <Gantt plan={RELAUNCH_PLAN} help={HELP} />,
  sampleId: "chart",
  loadBelow: async () => (await import("../sections/landing/GanttBelow.tsx")).GanttBelow,
});
