import type english from "../../../../content/copy/en/brain.json";
import type { PageProps } from "../app/page.types.ts";
import { Chat } from "../sections/interfaces/Chat.tsx";
import { deferBelow } from "../sections/landing/deferBelow.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";

type Copy = typeof english;

const Below = await deferBelow<PageProps<Copy>>(
  "brain",
  async () => (await import("../sections/landing/BrainBelow.tsx")).BrainBelow,
);

export const head = ({ meta }: Copy) => meta;

export default function Brain({ copy, locale }: PageProps<Copy>) {
  const { hero } = copy;
  return (
    <TestIds path="/brain">
      <div data-accent="iris">
        <LandingHero
          eyebrow={hero.eyebrow}
          title={hero.title}
          lead={hero.lead}
          primary={{ label: hero.action, href: "/sign-up" }}
          secondary={{ label: hero.secondary, href: "/demo" }}
          layout="beside"
        >
          <div id="try" className="scroll-mt-24">
            <Chat />
          </div>
        </LandingHero>
        <Below copy={copy} locale={locale} />
      </div>
    </TestIds>
  );
}
