import type english from "../../../../content/copy/en/lp-project-management.json";
import type { PageProps } from "../app/page.types.ts";
import { Document } from "../sections/interfaces/Document.tsx";
import { Answers } from "../sections/landing/Answers.tsx";
import { Closing } from "../sections/landing/Closing.tsx";
import { Course } from "../sections/landing/Course.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";
import { PlanNote } from "../sections/landing/PlanNote.tsx";
import { Report } from "../sections/landing/Report.tsx";
import { Section } from "../sections/landing/Section.tsx";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import { perMonthPrice } from "../sections/pricing/prices.ts";

type Copy = typeof english;

export const head = ({ meta }: Copy) => meta;

export default function ProjectManagement({ copy, locale }: PageProps<Copy>) {
  const { hero, plan, closing } = copy;
  const prices = {
    price: perMonthPrice("unlimited", "yearly", locale),
    businessPrice: perMonthPrice("business", "yearly", locale),
  };
  return (
    <TestIds path="/lp/teams/project-management">
      <LandingHero
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
        primary={{ label: hero.action, href: "/sign-up" }}
        secondary={{ label: hero.secondary, href: "/contact-sales" }}
        layout="beside"
      >
        <div id="plan" className="scroll-mt-24">
          <Document />
        </div>
      </LandingHero>
      <Section id="course" title={copy.course.title} layout="side">
        <Course steps={copy.course.steps} />
      </Section>
      <Section id="report" title={copy.report.title} lead={copy.report.lead}>
        <Report burndown={copy.report.burndown} workload={copy.report.workload} goals={copy.report.goals} />
      </Section>
      <Section id="answers" title={copy.answers.title}>
        <Answers rows={copy.answers.rows} />
      </Section>
      <PlanNote text={fillTemplate(plan.text, prices)} action={plan.action} href="/pricing#compare" />
      <Closing
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "/lp/features/gantt-chart-view" }}
      />
    </TestIds>
  );
}
