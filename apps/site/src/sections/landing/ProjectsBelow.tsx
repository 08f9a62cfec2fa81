import type english from "../../../../../content/copy/en/lp-project-management.json";
import type { PageProps } from "../../app/page.types.ts";
import { Answers } from "../landing/Answers.tsx";
import { Closing } from "../landing/Closing.tsx";
import { Course } from "../landing/Course.tsx";
import { PlanNote } from "../landing/PlanNote.tsx";
import { Report } from "../landing/Report.tsx";
import { Section } from "../landing/Section.tsx";
import { fillTemplate } from "../pricing/fillTemplate.ts";
import { perMonthPrice } from "../pricing/prices.ts";

type Copy = typeof english;

/** What stands below the first view. */
export function ProjectsBelow({ copy, locale }: PageProps<Copy>) {
  const { plan, closing } = copy;
  const prices = {
    price: perMonthPrice("unlimited", "yearly", locale),
    businessPrice: perMonthPrice("business", "yearly", locale),
  };
  return (
    <>
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
    </>
  );
}
