import { ADD_ONS, displayPerMonth } from "@marquee/contract";
import type english from "../../../../content/copy/en/lp-ai.json";
import type { PageProps } from "../app/page.types.ts";
import { Chat } from "../sections/interfaces/Chat.tsx";
import { Closing } from "../sections/landing/Closing.tsx";
import { Faq } from "../sections/landing/Faq.tsx";
import { Jobs } from "../sections/landing/Jobs.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";
import { PlanNote } from "../sections/landing/PlanNote.tsx";
import { Pledges } from "../sections/landing/Pledges.tsx";
import { Section } from "../sections/landing/Section.tsx";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";

type Copy = typeof english;

export const head = ({ meta }: Copy) => meta;

export default function ArtificialIntelligence({ copy, locale }: PageProps<Copy>) {
  const { hero, jobs, plan, closing } = copy;
  const prices = {
    price: displayPerMonth(ADD_ONS.brain, locale) ?? "",
    notetakerPrice: displayPerMonth(ADD_ONS.aiNotetaker, locale) ?? "",
  };
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
        <Section id="jobs" title={jobs.title} lead={jobs.lead}>
          <Jobs inLabel={jobs.in} outLabel={jobs.out} rows={jobs.rows} />
        </Section>
        <Section id="control" title={copy.control.title} layout="quarter">
          <Pledges rows={copy.control.rows} />
        </Section>
        <PlanNote text={fillTemplate(plan.text, prices)} action={plan.action} href="/pricing#add-ons" />
        <Section id="faq" title={copy.faq.title} layout="side">
          <Faq items={copy.faq.items} />
        </Section>
        <Closing
          title={closing.title}
          text={closing.text}
          primary={{ label: closing.action, href: "/sign-up" }}
          secondary={{ label: closing.secondary, href: "/demo" }}
        />
      </div>
    </TestIds>
  );
}
