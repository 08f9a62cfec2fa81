import { PLAN_FEATURES } from "@marquee/contract";
import type { PageProps } from "../../app/page.types.ts";
import { Section } from "../landing/Section.tsx";
import { PlanAction } from "./PlanAction.tsx";
import type { PricingCopy } from "./PricingCopy.ts";

/** What Enterprise adds, and the way to a person. */
export function EnterpriseBlock({ copy, locale }: PageProps<PricingCopy>) {
  const { title, text, action } = copy.enterprise;
  return (
    <Section id="enterprise" title={title} lead={text} layout="side">
      <dl className="grid gap-y-8 sm:grid-cols-2 sm:gap-x-6 lg:px-6">
        {PLAN_FEATURES.enterprise.map((feature) => (
          <div key={feature} className="border-clay border-t-2 pt-4">
            <dt className="font-medium">{copy.features[feature]}</dt>
            <dd className="mt-1 text-pretty text-ink-muted text-sm">{copy.compare.details[feature]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 lg:px-6">
        <PlanAction isQuoted locale={locale} location="pricing-enterprise" label={action} size="lg" />
      </p>
    </Section>
  );
}
