import { ADD_ONS, displayPerMonth } from "@marquee/contract";
import type english from "../../../../../content/copy/en/lp-ai.json";
import type { PageProps } from "../../app/page.types.ts";
import { Closing } from "../landing/Closing.tsx";
import { Faq } from "../landing/Faq.tsx";
import { Jobs } from "../landing/Jobs.tsx";
import { PlanNote } from "../landing/PlanNote.tsx";
import { Pledges } from "../landing/Pledges.tsx";
import { Section } from "../landing/Section.tsx";
import { fillTemplate } from "../pricing/fillTemplate.ts";

type Copy = typeof english;

/** What stands below the first view. */
export function AiBelow({ copy, locale }: PageProps<Copy>) {
  const { jobs, plan, closing } = copy;
  const prices = {
    price: displayPerMonth(ADD_ONS.brain, locale) ?? "",
    notetakerPrice: displayPerMonth(ADD_ONS.aiNotetaker, locale) ?? "",
  };
  return (
    <>
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
    </>
  );
}
