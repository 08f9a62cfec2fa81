import type english from "../../../../content/copy/en/lp.json";
import { landingPage } from "../blocks/landingPage.tsx";
import { Board } from "../interfaces/board/Board.tsx";
import { TEAM_CARDS } from "../interfaces/board/boardState.ts";

export { SAMPLES_COPY as copyNames } from "../interfaces/useSamples.ts";

export default await landingPage<typeof english>({
  name: "lp",
  layout: "above",
  secondaryHref: "/contact-sales",
  sample: <Board cards={TEAM_CARDS} place="launch" />,
  loadBelow: async () => (await import("../sections/landing/TeamsBelow.tsx")).TeamsBelow,
});
