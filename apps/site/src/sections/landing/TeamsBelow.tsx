import type english from "../../../../../content/copy/en/lp.json";
import type { PageProps } from "../../app/page.types.ts";
import { BeforeAfter } from "../landing/BeforeAfter.tsx";
import { Closing } from "../landing/Closing.tsx";
import { Handoff } from "../landing/Handoff.tsx";
import { Ledger } from "../landing/Ledger.tsx";
import { PlanNote } from "../landing/PlanNote.tsx";
import { Section } from "../landing/Section.tsx";
import { fillTemplate } from "../pricing/fillTemplate.ts";
import { perMonthPrice } from "../pricing/prices.ts";

type Copy = typeof english;

/** What stands below the first view. */
export function TeamsBelow({ copy, locale }: PageProps<Copy>) {
  const { plan, closing } = copy;
  const price = perMonthPrice("unlimited", "yearly", locale);
  return (
    <>
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
    </>
  );
}
