import type english from "../../../../content/copy/en/lp.json";
import type { PageProps } from "../app/page.types.ts";
import { Board } from "../sections/interfaces/Board.tsx";
import { TEAM_CARDS } from "../sections/interfaces/boardState.ts";
import { BeforeAfter } from "../sections/landing/BeforeAfter.tsx";
import { Closing } from "../sections/landing/Closing.tsx";
import { Handoff } from "../sections/landing/Handoff.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { Ledger } from "../sections/landing/Ledger.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";
import { PlanNote } from "../sections/landing/PlanNote.tsx";
import { Section } from "../sections/landing/Section.tsx";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import { perMonthPrice } from "../sections/pricing/prices.ts";

type Copy = typeof english;

export const head = ({ meta }: Copy) => meta;

export default function TeamsInOnePlace({ copy, locale }: PageProps<Copy>) {
  const { hero, plan, closing } = copy;
  const price = perMonthPrice("unlimited", "yearly", locale);
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
      <Section id="switch" title={copy.switch.title} lead={copy.switch.lead}>
        <BeforeAfter before={copy.switch.before} after={copy.switch.after} rows={copy.switch.rows} />
      </Section>
      <Section id="handoff" title={copy.handoff.title} lead={copy.handoff.lead}>
        <Handoff task={copy.handoff.task} stops={copy.handoff.stops} />
      </Section>
      <Section id="teams" title={copy.teams.title} lead={copy.teams.lead} layout="side">
        <Ledger rows={copy.teams.rows} />
      </Section>
      <PlanNote text={fillTemplate(plan.text, { price })} action={plan.action} href="/pricing" />
      <Closing
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "/lp/teams/project-management" }}
      />
    </TestIds>
  );
}
