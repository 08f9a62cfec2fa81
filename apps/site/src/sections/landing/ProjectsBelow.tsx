import type english from "../../../../../content/copy/en/lp-project-management.json";
import { Closing } from "../../blocks/Closing.tsx";
import { PageText } from "../../blocks/PageText.tsx";
import { PlanNote } from "../../blocks/PlanNote.tsx";
import { Section } from "../../blocks/Section.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { perMonthPrice } from "../../copy/prices.ts";
import { MovableSections } from "../../flags/MovableSections.tsx";
import { Burndown } from "../../interfaces/drawings/Burndown.tsx";
import { Goals } from "../../interfaces/drawings/Goals.tsx";
import { Workload } from "../../interfaces/drawings/Workload.tsx";
import { Screen } from "../../interfaces/Screen.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useCatalog } from "../../site/siteContext.tsx";

type Copy = typeof english;

/** Content below the fold of the project management page. */
export function ProjectsBelow({ copy, locale }: PageProps<Copy>) {
  const { plan, closing } = copy;
  const catalog = useCatalog();
  const prices = {
    price: perMonthPrice(catalog, "unlimited", "yearly", locale),
    businessPrice: perMonthPrice(catalog, "business", "yearly", locale),
  };
  return (
    <MovableSections visibleSections={copy.sections}>
      <Section key="course" id="course" title={copy.course.title} layout="side">
        <Course steps={copy.course.steps} />
      </Section>
      <Section key="report" id="report" title={copy.report.title} lead={copy.report.lead}>
        <Report burndown={copy.report.burndown} workload={copy.report.workload} goals={copy.report.goals} />
      </Section>
      <Section key="answers" id="answers" title={copy.answers.title}>
        <Answers rows={copy.answers.rows} />
      </Section>
      <PlanNote
        key="plan"
        text={fillTemplate(plan.text, prices)}
        action={plan.action}
        href="/pricing#compare"
      />
      <Closing
        key="closing"
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "/lp/features/gantt-chart-view" }}
      >
        <Screen />
      </Closing>
    </MovableSections>
  );
}

interface AnswersProps {
  rows: readonly { question: string; answer: string }[];
}

/** Questions and how to answer them, in two columns. */
function Answers({ rows }: AnswersProps) {
  return (
    <dl className="grid border-hairline border-b md:grid-cols-2">
      {rows.map((row) => (
        <div key={row.question} className="border-hairline border-t py-8 md:odd:pr-6 md:even:pl-6">
          <dt className="text-balance font-display text-title">{row.question}</dt>
          <dd className="mt-3 max-w-prose text-ink-muted">{row.answer}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CourseStep {
  name: string;
  title: string;
  text: string;
}

/** Steps along a vertical stem that reaches the end of the section. */
function Course({ steps }: { steps: readonly CourseStep[] }) {
  return (
    <ol className="relative border-accent border-l-2 lg:-mb-32 lg:pb-32">
      {steps.map((step) => (
        <li key={step.name} className="relative pb-16 pl-8 last:pb-0 md:pl-14">
          <StemLeaf />
          <PageText className="font-medium text-accent">{step.name}</PageText>
          <PageText as="h3" className="mt-1 font-display text-title">
            {step.title}
          </PageText>
          <PageText className="mt-3 max-w-prose text-ink-muted">{step.text}</PageText>
        </li>
      ))}
    </ol>
  );
}

interface ReportProps {
  burndown: string;
  workload: string;
  goals: string;
}

function StemLeaf() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 16" className="absolute top-1 left-0 h-4 w-6 text-accent">
      <path d="M0 15C2 5 11 0 23 1C22 11 13 17 0 15Z" fill="currentColor" />
    </svg>
  );
}

/** A sample project dashboard: a large chart with two smaller ones beside it. */
function Report({ burndown, workload, goals }: ReportProps) {
  return (
    <div className="grid border-hairline border-y lg:grid-cols-4">
      <div className="py-8 lg:col-span-2 lg:row-span-2 lg:py-10 lg:pr-10">
        <PageText as="h3" className="mb-8 font-display text-title">
          {burndown}
        </PageText>
        <Burndown />
      </div>
      <div className="border-hairline py-8 max-lg:border-t lg:col-span-2 lg:px-6">
        <PageText as="h3" className="mb-6 font-display text-title">
          {workload}
        </PageText>
        <Workload />
      </div>
      <div className="border-hairline border-t py-8 lg:col-span-2 lg:px-6">
        <PageText as="h3" className="mb-6 font-display text-title">
          {goals}
        </PageText>
        <Goals />
      </div>
    </div>
  );
}
