import { formatPrice } from "@marquee/contract";
import type english from "../../../../../content/copy/en/home.json";
import { Closing } from "../../blocks/Closing.tsx";
import { Faq } from "../../blocks/Faq.tsx";
import { Ledger } from "../../blocks/Ledger.tsx";
import { PlanNote } from "../../blocks/PlanNote.tsx";
import { Section } from "../../blocks/Section.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { perMonthPrice } from "../../copy/prices.ts";
import { MovableSections } from "../../flags/MovableSections.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useCatalog } from "../../site/siteContext.tsx";
import { Bento } from "./Bento.tsx";
import { DemoCall } from "./DemoCall.tsx";
import { Flows } from "./Flows.tsx";
import { Security } from "./Security.tsx";
import { Views } from "./Views.tsx";

type Copy = typeof english;

/** Content below the fold of the home page. */
export function HomeBelow({ copy, locale }: PageProps<Copy>) {
  const { facts, views, features, departments, integrations, moving, security, pricing, faq, closing } = copy;
  const catalog = useCatalog();
  const values = {
    free: formatPrice(0, locale),
    count: String(catalog.plans.unlimited.features.length),
    monthly: perMonthPrice(catalog, "unlimited", "monthly", locale),
    yearly: perMonthPrice(catalog, "unlimited", "yearly", locale),
  };
  return (
    <MovableSections visibleSections={copy.sections}>
      <div key="facts" className="border-hairline border-t">
        <Facts
          rows={facts.map(({ figure, text }) => ({
            figure: fillTemplate(figure, values),
            text: fillTemplate(text, values),
          }))}
        />
      </div>
      <Section key="views" id="views" title={views.title} lead={views.lead}>
        <Views copy={views} />
      </Section>
      <Section key="features" id="features" title={features.title} lead={features.lead}>
        <Bento rows={features.rows} />
      </Section>
      <Section
        key="departments"
        id="departments"
        title={departments.title}
        lead={departments.lead}
        layout="quarter"
      >
        <Departments rows={departments.rows} />
      </Section>
      <DemoCall key="demo" copy={copy.demo} />
      <Section key="integrations" id="integrations" title={integrations.title} lead={integrations.lead}>
        <Flows copy={integrations} />
      </Section>
      <Section key="moving" id="moving" title={moving.title} layout="side">
        <Ledger rows={moving.rows} />
      </Section>
      <Section key="security" id="security" title={security.title} lead={security.lead} layout="quarter">
        <Security steps={security.steps} site={security.site} />
      </Section>
      <PlanNote
        key="pricing"
        text={fillTemplate(pricing.text, values)}
        action={pricing.action}
        href="/pricing#compare"
      />
      <Section key="faq" id="faq" title={faq.title} layout="side">
        <Faq items={faq.items} />
      </Section>
      <Closing
        key="closing"
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "/contact-sales" }}
      >
        <GrowingTrellis />
      </Closing>
    </MovableSections>
  );
}

interface FactsProps {
  rows: readonly { figure: string; text: string }[];
}

/** Facts in figures, one per column. */
function Facts({ rows }: FactsProps) {
  return (
    <dl className="mx-auto grid max-w-page grid-cols-2 px-5 md:px-8 lg:grid-cols-4">
      {rows.map((row) => (
        <div key={row.text} className="flex flex-col py-6 pr-5 lg:py-10 lg:not-first:pl-6">
          <dt className="order-last mt-1 text-balance text-ink-muted text-sm">{row.text}</dt>
          <dd className="font-display text-heading tabular-nums">{row.figure}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DepartmentsProps {
  /** The header's menu links to the row by `id`. */
  rows: readonly { id: string; name: string; text: string; uses: readonly string[] }[];
}

/** One cell per department: what it does in the product and the tools it uses. */
function Departments({ rows }: DepartmentsProps) {
  return (
    <ul className="grid border-hairline border-b md:grid-cols-2 lg:grid-cols-3">
      {rows.map(({ id, name, text, uses }) => (
        <li
          key={id}
          id={id}
          className="flex flex-col border-hairline border-t py-5 target:bg-accent-soft md:px-6 md:py-8"
        >
          <h3 className="font-display text-title">{name}</h3>
          <p className="mt-2 grow text-pretty text-ink-muted">{text}</p>
          <p className="mt-5 text-accent text-sm">{uses.join(", ")}</p>
        </li>
      ))}
    </ul>
  );
}

/** Decorative drawing of a plant on a trellis, after the logo. The `grows` class animates it. */
function GrowingTrellis() {
  return (
    <svg aria-hidden="true" viewBox="0 0 520 260" fill="none" className="w-full max-md:hidden">
      <path
        d="M60 0V260M180 0V260M300 0V260M420 0V260M0 60H520M0 140H520M0 220H520"
        className="stroke-hairline"
      />
      <g className="grows stroke-accent" strokeWidth="3" strokeLinecap="round">
        <path pathLength="1" d="M60 260C60 190 90 170 180 140S292 100 300 60 360 14 420 0" />
        <path pathLength="1" d="M180 140C230 150 270 180 300 220" />
        <path pathLength="1" d="M300 60C350 70 390 96 420 140" />
      </g>
      <g className="fill-accent">
        <path d="M180 140c4-26 20-38 44-40-2 24-16 40-44 40Z" />
        <path d="M300 220c26-8 44 0 54 22-24 6-44 0-54-22Z" />
        <path d="M420 140c24-10 44-4 56 16-22 10-44 4-56-16Z" />
      </g>
      <circle cx="300" cy="60" r="9" className="fill-sun" />
    </svg>
  );
}
