import type english from "../../../../content/copy/en/home.json";
import type { PageProps } from "../app/page.types.ts";
import { Board } from "../sections/interfaces/Board.tsx";
import { deferBelow } from "../sections/landing/deferBelow.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";

type Copy = typeof english;

const Below = await deferBelow<PageProps<Copy>>(
  "home",
  async () => (await import("../sections/home/HomeBelow.tsx")).HomeBelow,
);

export const head = ({ meta }: Copy) => meta;

export default function Home({ copy, locale }: PageProps<Copy>) {
  const { hero } = copy;
  return (
    <>
      <LandingHero
        title={hero.title}
        lead={hero.lead}
        primary={{ label: hero.action, href: "/sign-up" }}
        secondary={{ label: hero.secondary, href: "/contact-sales" }}
        layout="above"
      >
        <div id="board" className="scroll-mt-24">
          <Board />
        </div>
      </LandingHero>
      <Below copy={copy} locale={locale} />
    </>
  );
}
