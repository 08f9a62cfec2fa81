import type english from "../../../../../content/copy/en/lp-gantt.json";
import type { PageProps } from "../../app/page.types.ts";
import { Closing } from "../landing/Closing.tsx";
import { Faq } from "../landing/Faq.tsx";
import { GanttSigns } from "../landing/GanttSigns.tsx";
import { Keys } from "../landing/Keys.tsx";
import { PlanNote } from "../landing/PlanNote.tsx";
import { Section } from "../landing/Section.tsx";
import { Steps } from "../landing/Steps.tsx";
import { WhatIf } from "../landing/WhatIf.tsx";
import { fillTemplate } from "../pricing/fillTemplate.ts";
import { perMonthPrice } from "../pricing/prices.ts";

type Copy = typeof english;

/** What stands below the first view. */
export function GanttBelow({ copy, locale }: PageProps<Copy>) {
  const { reading, plan, faq, closing } = copy;
  const price = perMonthPrice("unlimited", "yearly", locale);
  return (
    <>
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
    </>
  );
}
