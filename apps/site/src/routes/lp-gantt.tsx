import type english from "../../../../content/copy/en/lp-gantt.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Gantt } from "../interfaces/gantt/Gantt.tsx";
import { RELAUNCH_PLAN } from "../interfaces/gantt/ganttState.ts";

export { SAMPLES_COPY as copyNames } from "../interfaces/useSamples.ts";

export default await landingPage<typeof english>({
  name: "lp-gantt",
  layout: "wide",
  secondaryHref: "#keys",
  sample: <Gantt plan={RELAUNCH_PLAN} />,
  sampleId: "chart",
  loadBelow: async () => (await import("../sections/landing/GanttBelow.tsx")).GanttBelow,
});
