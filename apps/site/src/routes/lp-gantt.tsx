import { type ComponentType, useEffect, useState } from "react";
import type english from "../../../../content/copy/en/lp-gantt.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { loadCompleteStyles } from "../browser/completeStyles.ts";
import { Gantt } from "../interfaces/gantt/Gantt.tsx";
import { RELAUNCH_PLAN } from "../interfaces/gantt/ganttState.ts";

export { SAMPLES_COPY as copyNames } from "../interfaces/useSamples.ts";

export default await landingPage<typeof english>({
  name: "lp-gantt",
  layout: "wide",
  secondaryHref: "#keys",
  sample: <Gantt plan={RELAUNCH_PLAN} help={<LateHelp />} />,
  sampleId: "chart",
  loadBelow: async () => (await import("../sections/landing/GanttBelow.tsx")).GanttBelow,
});

/**
 * The chart's help. It appears after hydration, when the chart can be used; if it fails to load, nothing else depends on it.
 */
function LateHelp() {
  const [Help, setHelp] = useState<ComponentType | null>(null);
  useEffect(() => {
    Promise.all([import("../sections/landing/ChartHelp.tsx"), loadCompleteStyles()]).then(
      ([{ ChartHelp }]) => setHelp(() => ChartHelp),
      () => undefined,
    );
  }, []);
  return Help && <Help />;
}
