import type english from "../../../../../content/copy/en/lp-gantt.json";
import { Closing } from "../../blocks/Closing.tsx";
import { Faq } from "../../blocks/Faq.tsx";
import { PageText } from "../../blocks/PageText.tsx";
import { PlanNote } from "../../blocks/PlanNote.tsx";
import { Section } from "../../blocks/Section.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { perMonthPrice } from "../../copy/prices.ts";
import { MovableSections } from "../../flags/MovableSections.tsx";
import { endOfPlan, moveTask, RELAUNCH_PLAN } from "../../interfaces/gantt/ganttState.ts";
import { useGanttWords } from "../../interfaces/gantt/ganttWords.ts";
import { PlanChange } from "../../interfaces/gantt/PlanChange.tsx";
import { Screen } from "../../interfaces/Screen.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useCatalog } from "../../site/siteContext.tsx";
import { GanttSigns } from "./GanttSigns.tsx";

type Copy = typeof english;

/** Content below the fold of the Gantt page. */
export function GanttBelow({ copy, locale }: PageProps<Copy>) {
  const { reading, plan, faq, closing } = copy;
  const catalog = useCatalog();
  const price = perMonthPrice(catalog, "unlimited", "yearly", locale);
  return (
    <MovableSections visibleSections={copy.sections}>
      <Section key="steps" id="steps" title={copy.steps.title}>
        <Steps rows={copy.steps.rows} />
      </Section>
      <Section key="slip" id="slip" title={copy.slip.title} lead={copy.slip.lead}>
        <WhatIf rows={copy.slip.rows} />
      </Section>
      <Section key="reading" id="reading" title={reading.title} lead={reading.lead} layout="side">
        <GanttSigns rows={reading.rows} />
      </Section>
      <Section key="keys" id="keys" title={copy.keys.title} lead={copy.keys.lead} layout="quarter">
        <Keys head={copy.keys.head} rows={copy.keys.rows} />
      </Section>
      <PlanNote
        key="plan"
        text={fillTemplate(plan.text, { price })}
        action={plan.action}
        href="/pricing#unlimited"
      />
      <Section key="faq" id="faq" title={faq.title} layout="side">
        <Faq items={faq.items} />
      </Section>
      <Closing
        key="closing"
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "/lp/teams/project-management" }}
      >
        <Screen />
      </Closing>
    </MovableSections>
  );
}

interface KeysProps {
  /** Column heads: keys, action. */
  head: readonly string[];
  rows: readonly { keys: readonly string[]; text: string }[];
}

/** Table of keyboard shortcuts. */
function Keys({ head, rows }: KeysProps) {
  return (
    <table className="w-full border-hairline border-b text-left">
      <thead className="text-ink-muted text-sm">
        <tr>
          {head.map((name) => (
            <th key={name} scope="col" className="pb-3 font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ keys, text }) => (
          <tr key={text} className="border-hairline border-t align-baseline">
            <th scope="row" className="w-1/2 py-4 pr-4 font-normal">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="mr-1.5 inline-block rounded-sm border border-control px-2 py-0.5 font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </th>
            <td className="py-4">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface StepsProps {
  rows: readonly { title: string; text: string }[];
}

/** Numbered steps in up to four columns. */
function Steps({ rows }: StepsProps) {
  return (
    <ol className="grid border-hairline border-b md:grid-cols-2 lg:grid-cols-4">
      {rows.map((row, index) => (
        <li key={row.title} className="border-hairline border-t py-8 md:pr-6 md:even:pl-6 lg:not-first:pl-6">
          <span aria-hidden="true" className="block font-display text-accent text-display tabular-nums">
            {index + 1}
          </span>
          <PageText as="h3" className="mt-6 font-display text-title">
            {row.title}
          </PageText>
          <PageText className="mt-2 text-ink-muted">{row.text}</PageText>
        </li>
      ))}
    </ol>
  );
}

interface WhatIfProps {
  /** The task that slips, by how many days, and its text; `{end}` is the plan's last day after the slip. */
  rows: readonly { task: string; days: number; title: string; text: string }[];
}

/** What happens to the sample plan if a task slips, computed with the chart's own `moveTask`. */
function WhatIf({ rows }: WhatIfProps) {
  const { dayName } = useGanttWords();
  return (
    <div className="grid gap-14 lg:grid-cols-2 lg:gap-0">
      {rows.map(({ task, days, title, text }) => {
        const after = moveTask(RELAUNCH_PLAN, task, days);
        return (
          <div key={task} className="lg:first:pr-6 lg:last:pl-6">
            <PageText as="h3" className="font-display text-title">
              {title}
            </PageText>
            <PageText className="mt-2 mb-6 max-w-prose text-ink-muted">
              {fillTemplate(text, { end: dayName(endOfPlan(after) - 1) })}
            </PageText>
            <PlanChange before={RELAUNCH_PLAN} after={after} label={title} />
          </div>
        );
      })}
    </div>
  );
}
