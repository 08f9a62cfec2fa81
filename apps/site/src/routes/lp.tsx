import type english from "../../../../content/copy/en/lp.json";
import type { PageProps } from "../app/page.types.ts";
import { Board } from "../sections/interfaces/Board.tsx";
import { TEAM_CARDS } from "../sections/interfaces/boardState.ts";
import { deferBelow } from "../sections/landing/deferBelow.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";

type Copy = typeof english;

const Below = await deferBelow<PageProps<Copy>>(
  "lp",
  async () => (await import("../sections/landing/TeamsBelow.tsx")).TeamsBelow,
);

export const head = ({ meta }: Copy) => meta;

export default function TeamsInOnePlace({ copy, locale }: PageProps<Copy>) {
  const { hero } = copy;
  return (
    <TestIds path="/lp">
      <LandingHero
        title={hero.title}
        lead={hero.lead}
        primary={{ label: hero.action, href: "/sign-up" }}
        secondary={{ label: hero.secondary, href: "/contact-sales" }}
        layout="above"
      >
        <Board cards={TEAM_CARDS} place="Product launch / Board" />
      </LandingHero>
      <Below copy={copy} locale={locale} />
    </TestIds>
  );
}
