import { Closing } from "../../blocks/Closing.tsx";
import { Faq } from "../../blocks/Faq.tsx";
import { Section } from "../../blocks/Section.tsx";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { priceValues } from "../../copy/prices.ts";
import { MovableSections } from "../../flags/MovableSections.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useCatalog } from "../../site/siteContext.tsx";
import { AddOns } from "./AddOns.tsx";
import { CompareTable } from "./CompareTable.tsx";
import { SeatCalculator } from "./calculator/SeatCalculator.tsx";
import { featureDetail } from "./compareGroups.ts";
import { PlanAction } from "./PlanAction.tsx";
import { UnlimitedFeatures } from "./UnlimitedFeatures.tsx";

/** The pricing page below the plans. */
export function PricingDetails(props: PageProps<PricingCopy>) {
  return (
    <MovableSections visibleSections={props.copy.sections}>
      <SeatCalculator key="calculator" {...props} />
      <UnlimitedFeatures key="unlimited" {...props} />
      <AddOns key="add-ons" {...props} />
      <CompareTable key="compare" {...props} />
      <EnterpriseBlock key="enterprise" {...props} />
      <PricingFaq key="faq" {...props} />
      <PricingClosing key="closing" {...props} />
    </MovableSections>
  );
}

function PricingClosing({ copy: { closing } }: PageProps<PricingCopy>) {
  return (
    <Closing
      title={closing.title}
      text={closing.text}
      primary={{ label: closing.action, href: "/contact-sales" }}
      secondary={{ label: closing.secondary, href: "#plans" }}
    />
  );
}

/** Pricing questions, with amounts from the catalog. */
function PricingFaq({ copy, locale }: PageProps<PricingCopy>) {
  const values = priceValues(useCatalog(), locale);
  const items = copy.faq.items.map(({ question, answer }) => ({
    question,
    answer: fillTemplate(answer, values),
  }));
  return (
    <Section id="faq" title={copy.faq.title} layout="side">
      <Faq items={items} />
    </Section>
  );
}

/** Features that Enterprise adds, and a link to contact sales. */
function EnterpriseBlock({ copy, locale }: PageProps<PricingCopy>) {
  const { title, text, action } = copy.enterprise;
  const { features } = useCatalog().plans.enterprise;
  return (
    <Section id="enterprise" title={title} lead={text} layout="side">
      <dl className="grid gap-y-8 sm:grid-cols-2 sm:gap-x-6 lg:px-6">
        {features.map((feature) => (
          <div key={feature} className="border-clay border-t-2 pt-4">
            <dt className="font-medium">{copy.features[feature]}</dt>
            <dd className="mt-1 text-pretty text-ink-muted text-sm">{featureDetail(feature, copy)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 lg:px-6">
        <PlanAction isQuoted locale={locale} location="pricing-enterprise" label={action} size="lg" />
      </p>
    </Section>
  );
}
