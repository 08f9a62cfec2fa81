import type english from "../../../../content/copy/en/home.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Board } from "../interfaces/board/Board.tsx";

export { SAMPLES_COPY as copyNames } from "../interfaces/useSamples.ts";

export default await landingPage<typeof english>({
  name: "home",
  layout: "above",
  secondaryHref: "/contact-sales",
  sample: <Board />,
  sampleId: "board",
  loadBelow: async () => (await import("../sections/home/HomeBelow.tsx")).HomeBelow,
});
