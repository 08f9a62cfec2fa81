import type { PageProps } from "../../app/page.types.ts";
import { Faq } from "../landing/Faq.tsx";
import { Section } from "../landing/Section.tsx";
import { fillTemplate } from "./fillTemplate.ts";
import type { PricingCopy } from "./PricingCopy.ts";
import { priceValues } from "./prices.ts";

/** Questions about plans; the amounts in the answers come from the catalog. */
export function PricingFaq({ copy, locale }: PageProps<PricingCopy>) {
  const values = priceValues(locale);
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
