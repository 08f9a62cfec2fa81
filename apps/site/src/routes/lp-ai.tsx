import type english from "../../../../content/copy/en/lp-ai.json";
import type { PageProps } from "../app/page.types.ts";
import { Chat } from "../sections/interfaces/Chat.tsx";
import { deferBelow } from "../sections/landing/deferBelow.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";

type Copy = typeof english;

const Below = await deferBelow<PageProps<Copy>>(
  "lp-ai",
  async () => (await import("../sections/landing/AiBelow.tsx")).AiBelow,
);

export const head = ({ meta }: Copy) => meta;

export default function ArtificialIntelligence({ copy, locale }: PageProps<Copy>) {
  const { hero } = copy;
  return (
    <TestIds path="/lp/ai">
      <div data-accent="iris">
        <LandingHero
          title={hero.title}
          lead={hero.lead}
          primary={{ label: hero.action, href: "/sign-up" }}
          secondary={{ label: hero.secondary, href: "/brain" }}
          layout="facing"
        >
          <Chat first="update" />
        </LandingHero>
        <Below copy={copy} locale={locale} />
      </div>
    </TestIds>
  );
}
