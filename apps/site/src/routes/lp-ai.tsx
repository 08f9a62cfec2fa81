import type english from "../../../../content/copy/en/lp-ai.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Chat } from "../interfaces/chat/Chat.tsx";

export { SAMPLES_COPY as copyNames } from "../interfaces/useSamples.ts";

export default await landingPage<typeof english>({
  name: "lp-ai",
  layout: "facing",
  accent: "iris",
  secondaryHref: "/brain",
  sample: <Chat first="update" />,
  loadBelow: async () => (await import("../sections/landing/AiBelow.tsx")).AiBelow,
});
