import type english from "../../../../../content/copy/en/brain.json";
import type { PageProps } from "../../app/page.types.ts";
import { Abilities } from "../landing/Abilities.tsx";
import { Anatomy } from "../landing/Anatomy.tsx";
import { BrainPrice } from "../landing/BrainPrice.tsx";
import { Closing } from "../landing/Closing.tsx";
import { Ledger } from "../landing/Ledger.tsx";
import { Section } from "../landing/Section.tsx";

type Copy = typeof english;

/** What stands below the first view. */
export function BrainBelow({ copy, locale }: PageProps<Copy>) {
  const { closing } = copy;
  return (
    <>
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
    </>
  );
}
