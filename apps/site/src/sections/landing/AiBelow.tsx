import { displayPerMonth } from "@marquee/contract";
import type english from "../../../../../content/copy/en/lp-ai.json";
import { Closing } from "../../blocks/Closing.tsx";
import { Faq } from "../../blocks/Faq.tsx";
import { PageText } from "../../blocks/PageText.tsx";
import { PlanNote } from "../../blocks/PlanNote.tsx";
import { Section } from "../../blocks/Section.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { MovableSections } from "../../flags/MovableSections.tsx";
import { Screen } from "../../interfaces/Screen.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useCatalog } from "../../site/siteContext.tsx";

type Copy = typeof english;

/** Content below the fold of the AI page. */
export function AiBelow({ copy, locale }: PageProps<Copy>) {
  const { jobs, plan, closing } = copy;
  const { addOns } = useCatalog();
  const prices = {
    price: displayPerMonth(addOns.brain, locale) ?? "",
    notetakerPrice: displayPerMonth(addOns.aiNotetaker, locale) ?? "",
  };
  return (
    <MovableSections visibleSections={copy.sections}>
      <Section key="jobs" id="jobs" title={jobs.title} lead={jobs.lead}>
        <Jobs inLabel={jobs.in} outLabel={jobs.out} rows={jobs.rows} />
      </Section>
      <Section key="control" id="control" title={copy.control.title} layout="quarter">
        <Pledges rows={copy.control.rows} />
      </Section>
      <PlanNote
        key="plan"
        text={fillTemplate(plan.text, prices)}
        action={plan.action}
        href="/pricing#add-ons"
      />
      <Section key="faq" id="faq" title={copy.faq.title} layout="side">
        <Faq items={copy.faq.items} />
      </Section>
      <Closing
        key="closing"
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "/demo" }}
      >
        <Screen />
      </Closing>
    </MovableSections>
  );
}

interface JobsProps {
  inLabel: string;
  outLabel: string;
  rows: readonly { name: string; in: string; out: readonly string[] }[];
}

/** Sample inputs and outputs, side by side. */
function Jobs({ inLabel, outLabel, rows }: JobsProps) {
  return (
    <div className="border-hairline border-b">
      {rows.map((row) => (
        <article key={row.name} className="grid gap-6 border-hairline border-t py-10 lg:grid-cols-4 lg:gap-0">
          <PageText as="h3" className="font-display text-title lg:pr-6">
            {row.name}
          </PageText>
          <div className="lg:px-6">
            <PageText className="text-ink-muted text-sm">{inLabel}</PageText>
            <PageText className="mt-2 text-pretty text-ink-muted">{row.in}</PageText>
          </div>
          <div className="border-iris border-l-2 px-6 lg:col-span-2">
            <PageText className="text-ink-muted text-sm">{outLabel}</PageText>
            <ul className="mt-2 grid gap-2">
              {row.out.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        </article>
      ))}
    </div>
  );
}

interface PledgesProps {
  rows: readonly { name: string; text: string }[];
}

/** Short promises in columns. */
function Pledges({ rows }: PledgesProps) {
  return (
    <ul className="grid border-hairline border-t md:grid-cols-3">
      {rows.map((row) => (
        <li key={row.name} className="border-hairline py-8 max-md:border-b md:px-6">
          <PageText as="h3" className="text-balance font-display text-title">
            {row.name}
          </PageText>
          <PageText className="mt-3 text-ink-muted">{row.text}</PageText>
        </li>
      ))}
    </ul>
  );
}
