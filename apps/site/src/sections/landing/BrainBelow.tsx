import { type AddOnId, displayPerMonth, type Locale } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import type english from "../../../../../content/copy/en/brain.json";
import { Closing } from "../../blocks/Closing.tsx";
import { Ledger } from "../../blocks/Ledger.tsx";
import { PageText } from "../../blocks/PageText.tsx";
import { Section } from "../../blocks/Section.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { MovableSections } from "../../flags/MovableSections.tsx";
import { Screen } from "../../interfaces/Screen.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { localHref } from "../../site/pages.ts";
import { useCatalog, useCopy } from "../../site/siteContext.tsx";
import { useTrackedSection } from "../../site/useTrackedSection.ts";

type Copy = typeof english;

/** Content below the fold of the Brain page. */
export function BrainBelow({ copy, locale }: PageProps<Copy>) {
  const { closing } = copy;
  return (
    <MovableSections visibleSections={copy.sections}>
      <Section key="anatomy" id="anatomy" title={copy.anatomy.title} lead={copy.anatomy.lead}>
        <Anatomy parts={copy.anatomy.parts} />
      </Section>
      <Section key="abilities" id="abilities" title={copy.abilities.title}>
        <Abilities rows={copy.abilities.rows} />
      </Section>
      <Section key="ground" id="ground" title={copy.ground.title} layout="side">
        <Ledger rows={copy.ground.rows} />
      </Section>
      <BrainPrice key="price" copy={copy.price} locale={locale} />
      <Closing
        key="closing"
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "#try" }}
      >
        <Screen />
      </Closing>
    </MovableSections>
  );
}

interface AbilitiesProps {
  rows: readonly { name: string; text: string; prompt: string }[];
}

/** What Brain can do: a name, a description and a sample prompt for each ability. */
function Abilities({ rows }: AbilitiesProps) {
  return (
    <ul className="grid border-hairline border-b md:grid-cols-2">
      {rows.map((row) => (
        <li key={row.name} className="flex flex-col border-hairline border-t py-10 md:odd:pr-6 md:even:pl-6">
          <PageText as="h3" className="font-display text-heading">
            {row.name}
          </PageText>
          <PageText className="mt-3 max-w-prose text-ink-muted">{row.text}</PageText>
          <PageText className="mt-6 self-start rounded-lg rounded-bl-none bg-iris-soft px-4 py-3 text-iris-strong">
            {row.prompt}
          </PageText>
        </li>
      ))}
    </ul>
  );
}

interface AnatomyProps {
  /** Parts of an answer from top to bottom: the quoted text, its name and its purpose. */
  parts: readonly { quote: string; name: string; text: string }[];
}

/** The parts of an answer on the left, each with its purpose on the right. */
function Anatomy({ parts }: AnatomyProps) {
  return (
    <dl className="border-hairline border-b">
      {parts.map(({ quote, name, text }) => (
        <div key={name} className="grid gap-4 border-hairline border-t py-8 lg:grid-cols-2 lg:gap-0 lg:py-10">
          <dt className="border-iris border-l-2 pl-5 text-lead lg:mr-14">{quote}</dt>
          <dd className="lg:px-6">
            <PageText as="h3" className="font-display text-title">
              {name}
            </PageText>
            <PageText className="mt-2 max-w-prose text-ink-muted">{text}</PageText>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface BrainPriceProps {
  copy: Copy["price"];
  locale: Locale;
}

/** Prices of Brain and the notetaker, with the plans that each is available for. */
function BrainPrice({ copy, locale }: BrainPriceProps) {
  const { addOns } = useCatalog();
  const pricing = useCopy("pricing", locale);
  const values = (id: AddOnId) => ({
    price: displayPerMonth(addOns[id], locale) ?? "",
    plans: listNames(
      addOns[id].eligiblePlans.map((tier) => pricing?.plans[tier].name ?? ""),
      locale,
    ),
  });
  const title = fillTemplate(copy.title, values("brain"));
  const tracked = useTrackedSection({ id: "price", model: "price", title, color: "iris-soft" });
  return (
    <section aria-labelledby="price-title" {...tracked} className="border-hairline border-t bg-iris-soft">
      <div className="mx-auto grid max-w-page gap-8 px-5 py-20 md:px-8 lg:grid-cols-2 lg:gap-0">
        <PageText as="h2" id="price-title" className="text-balance font-display text-heading lg:pr-14">
          {title}
        </PageText>
        <div className="grid gap-4 lg:px-6">
          <PageText>{fillTemplate(copy.text, values("brain"))}</PageText>
          <PageText className="text-ink-muted">
            {fillTemplate(copy.notetaker, values("aiNotetaker"))}
          </PageText>
          <div className="mt-2">
            <ButtonLink
              href={localHref("/pricing#add-ons", locale)}
              variant="secondary"
              iconEnd="arrow-right"
            >
              {copy.action}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

function listNames(names: string[], locale: Locale): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}
