import { formatPrice, PLANS } from "@marquee/contract";
import type english from "../../../../content/copy/en/home.json";
import type { PageProps } from "../app/page.types.ts";
import { Views } from "../sections/home/Views.tsx";
import { Board } from "../sections/interfaces/Board.tsx";
import { Closing } from "../sections/landing/Closing.tsx";
import { Faq } from "../sections/landing/Faq.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { Ledger } from "../sections/landing/Ledger.tsx";
import { PlanNote } from "../sections/landing/PlanNote.tsx";
import { Section } from "../sections/landing/Section.tsx";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";

type Copy = typeof english;

export const head = ({ meta }: Copy) => meta;

export default function Home({ copy, locale }: PageProps<Copy>) {
  const { hero, views, departments, moving, pricing, faq, closing } = copy;
  const { monthly, yearly } = PLANS.unlimited.pricing;
  const prices = {
    monthly: formatPrice(monthly.perMonth ?? 0, locale),
    yearly: formatPrice(yearly.perMonth ?? 0, locale),
  };
  return (
    <>
      <LandingHero
        title={hero.title}
        lead={hero.lead}
        primary={{ label: hero.action, href: "/pricing" }}
        secondary={{ label: hero.secondary, href: "#views" }}
        layout="above"
      >
        <Board />
      </LandingHero>
      <Section id="views" title={views.title} lead={views.lead}>
        <Views copy={views} />
      </Section>
      <Section id="departments" title={departments.title} lead={departments.lead} layout="side">
        <Ledger rows={departments.rows} />
      </Section>
      <Section id="moving" title={moving.title} layout="side">
        <Ledger rows={moving.rows} />
      </Section>
      <PlanNote text={fillTemplate(pricing.text, prices)} action={pricing.action} href="/pricing#compare" />
      <Section id="faq" title={faq.title} layout="side">
        <Faq items={faq.items} />
      </Section>
      <Closing
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/pricing" }}
        secondary={{ label: closing.secondary, href: "/lp/features/gantt-chart-view" }}
      />
    </>
  );
}
