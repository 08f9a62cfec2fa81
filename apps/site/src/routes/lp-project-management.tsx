import type english from "../../../../content/copy/en/lp-project-management.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Document } from "../interfaces/Document.tsx";

export { SAMPLES_COPY as copyNames } from "../interfaces/useSamples.ts";

export default await landingPage<typeof english>({
  name: "lp-project-management",
  layout: "beside",
  secondaryHref: "/contact-sales",
  sample: <Document />,
  sampleId: "plan",
  loadBelow: async () => (await import("../sections/landing/ProjectsBelow.tsx")).ProjectsBelow,
});
