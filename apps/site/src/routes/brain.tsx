import type english from "../../../../content/copy/en/brain.json";
import type { PageProps } from "../app/page.types.ts";
import { Chat } from "../sections/interfaces/Chat.tsx";
import { Abilities } from "../sections/landing/Abilities.tsx";
import { Anatomy } from "../sections/landing/Anatomy.tsx";
import { BrainPrice } from "../sections/landing/BrainPrice.tsx";
import { Closing } from "../sections/landing/Closing.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { Ledger } from "../sections/landing/Ledger.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";
import { Section } from "../sections/landing/Section.tsx";

type Copy = typeof english;

export const head = ({ meta }: Copy) => meta;

export default function Brain({ copy, locale }: PageProps<Copy>) {
  const { hero, closing } = copy;
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
        <Section id="anatomy" title={copy.anatomy.title} lead={copy.anatomy.lead}>
          <Anatomy parts={copy.anatomy.parts} />
        </Section>
        <Section id="abilities" title={copy.abilities.title}>
          <Abilities rows={copy.abilities.rows} />
        </Section>
        <Section id="ground" title={copy.ground.title} layout="side">
          <Ledger rows={copy.ground.rows} />
        </Section>
        <BrainPrice copy={copy.price} locale={locale} />
        <Closing
          title={closing.title}
          text={closing.text}
          primary={{ label: closing.action, href: "/sign-up" }}
          secondary={{ label: closing.secondary, href: "#try" }}
        />
      </div>
    </TestIds>
  );
}
