import type english from "../../../../content/copy/en/brain.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Chat } from "../interfaces/chat/Chat.tsx";
import { SAMPLES_COPY } from "../interfaces/useSamples.ts";

/** The sample, and the names of plans. */
export const copyNames = [...SAMPLES_COPY, "pricing"] as const;

export default await landingPage<typeof english>({
  name: "brain",
  layout: "beside",
  accent: "iris",
  titleFlag: "brain-headline-stop-searching",
  secondaryHref: "/demo",
  sample: <Chat />,
  sampleId: "try",
  loadBelow: async () => (await import("../sections/landing/BrainBelow.tsx")).BrainBelow,
});
