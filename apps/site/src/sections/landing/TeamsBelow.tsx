import { ArrowRight } from "lucide-react";
import type english from "../../../../../content/copy/en/lp.json";
import { Closing } from "../../blocks/Closing.tsx";
import { Ledger } from "../../blocks/Ledger.tsx";
import { PageText } from "../../blocks/PageText.tsx";
import { PlanNote } from "../../blocks/PlanNote.tsx";
import { Section } from "../../blocks/Section.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { perMonthPrice } from "../../copy/prices.ts";
import { MovableSections } from "../../flags/MovableSections.tsx";
import { Screen } from "../../interfaces/Screen.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useCatalog } from "../../site/siteContext.tsx";

type Copy = typeof english;

/** Content below the fold of the teams page. */
export function TeamsBelow({ copy, locale }: PageProps<Copy>) {
  const { plan, closing } = copy;
  const catalog = useCatalog();
  const price = perMonthPrice(catalog, "unlimited", "yearly", locale);
  return (
    <MovableSections visibleSections={copy.sections}>
      <Section key="switch" id="switch" title={copy.switch.title} lead={copy.switch.lead}>
        <BeforeAfter before={copy.switch.before} after={copy.switch.after} rows={copy.switch.rows} />
      </Section>
      <Section key="handoff" id="handoff" title={copy.handoff.title} lead={copy.handoff.lead}>
        <Handoff task={copy.handoff.task} stops={copy.handoff.stops} />
      </Section>
      <Section key="teams" id="teams" title={copy.teams.title} lead={copy.teams.lead} layout="side">
        <Ledger rows={copy.teams.rows} />
      </Section>
      <PlanNote key="plan" text={fillTemplate(plan.text, { price })} action={plan.action} href="/pricing" />
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

interface BeforeAfterProps {
  before: string;
  after: string;
  rows: readonly { before: string; after: string }[];
}

/** Table of how things work today and how they work with the product. */
function BeforeAfter({ before, after, rows }: BeforeAfterProps) {
  return (
    <table className="w-full border-hairline table-fixed border-b text-left max-md:block">
      <thead className="max-md:sr-only">
        <tr className="text-ink-muted text-sm">
          <th scope="col" className="w-1/2 pb-3 font-normal">
            {before}
          </th>
          <th scope="col" className="pb-3 pl-10 font-normal">
            {after}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr key={row.before} className="border-hairline border-t align-top max-md:block max-md:py-5">
            <td className="py-6 pr-8 text-ink-muted max-md:block max-md:p-0">{row.before}</td>
            <td className="relative py-6 pl-10 text-balance font-medium text-title max-md:mt-2 max-md:block max-md:py-0">
              <ArrowRight
                aria-hidden="true"
                className="absolute left-0 mt-0.5 size-6 bg-background text-accent md:-translate-x-1/2"
              />
              {row.after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HandoffProps {
  /** Name of the task that is handed over. */
  task: string;
  stops: readonly { team: string; field: string; text: string }[];
}

/** A task that moves from team to team and gains a field at each stop. */
function Handoff({ task, stops }: HandoffProps) {
  return (
    <ol className="grid md:grid-cols-2 lg:grid-cols-4">
      {stops.map(({ team, field, text }, stop) => (
        <li
          key={team}
          className="relative border-accent pb-10 max-md:border-l-2 max-md:pl-6 md:border-t-2 md:pt-8 md:pr-6 lg:not-first:pl-6"
        >
          <span
            aria-hidden="true"
            className="absolute size-3.5 rounded-full bg-accent max-md:top-1 max-md:-left-2 md:-top-2 md:left-0 lg:left-6 lg:in-first:left-0"
          />
          <PageText as="h3" className="font-display text-title">
            {team}
          </PageText>
          <PageText className="mt-2 text-pretty text-ink-muted">{text}</PageText>
          <dl className="mt-5 text-sm">
            <dt className="font-medium">{task}</dt>
            {stops.slice(0, stop + 1).map((earlier) => (
              <dd key={earlier.field} className={earlier.field === field ? "text-accent" : "text-ink-muted"}>
                {earlier.field}
              </dd>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
