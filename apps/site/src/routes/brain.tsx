import type english from "../../../../content/copy/en/brain.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Chat } from "../interfaces/chat/Chat.tsx";

/** Names of plans. */
export const copyNames = ["pricing"] as const;

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
