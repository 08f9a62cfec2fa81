import type english from "../../../../content/copy/en/lp-gantt.json";
import type { PageProps } from "../app/page.types.ts";
import { Gantt } from "../sections/interfaces/Gantt.tsx";
import { RELAUNCH_PLAN } from "../sections/interfaces/ganttPlans.ts";
import { Closing } from "../sections/landing/Closing.tsx";
import { Faq } from "../sections/landing/Faq.tsx";
import { GanttSigns } from "../sections/landing/GanttSigns.tsx";
import { Keys } from "../sections/landing/Keys.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";
import { PlanNote } from "../sections/landing/PlanNote.tsx";
import { Section } from "../sections/landing/Section.tsx";
import { Steps } from "../sections/landing/Steps.tsx";
import { WhatIf } from "../sections/landing/WhatIf.tsx";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import { perMonthPrice } from "../sections/pricing/prices.ts";

type Copy = typeof english;

export const head = ({ meta }: Copy) => meta;

export default function GanttChartView({ copy, locale }: PageProps<Copy>) {
  const { hero, reading, plan, faq, closing } = copy;
  const price = perMonthPrice("unlimited", "yearly", locale);
  return (
    <TestIds path="/lp/features/gantt-chart-view">
      <LandingHero
        title={hero.title}
        lead={hero.lead}
        primary={{ label: hero.action, href: "/sign-up" }}
        secondary={{ label: hero.secondary, href: "#keys" }}
        layout="wide"
      >
        <div id="chart" className="scroll-mt-24">
          <Gantt plan={RELAUNCH_PLAN} />
        </div>
      </LandingHero>
      <Section id="steps" title={copy.steps.title}>
        <Steps rows={copy.steps.rows} />
      </Section>
      <Section id="slip" title={copy.slip.title} lead={copy.slip.lead}>
        <WhatIf rows={copy.slip.rows} />
      </Section>
      <Section id="reading" title={reading.title} lead={reading.lead} layout="side">
        <GanttSigns rows={reading.rows} />
      </Section>
      <Section id="keys" title={copy.keys.title} lead={copy.keys.lead} layout="quarter">
        <Keys head={copy.keys.head} rows={copy.keys.rows} />
      </Section>
      <PlanNote text={fillTemplate(plan.text, { price })} action={plan.action} href="/pricing#unlimited" />
      <Section id="faq" title={faq.title} layout="side">
        <Faq items={faq.items} />
      </Section>
      <Closing
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "/lp/teams/project-management" }}
      />
    </TestIds>
  );
}
