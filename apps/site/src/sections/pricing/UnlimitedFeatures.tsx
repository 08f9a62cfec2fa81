import { type Locale, UNLIMITED_FEATURES } from "@marquee/contract";
import { Section } from "../landing/Section.tsx";
import { FEATURE_ICONS } from "./featureIcons.ts";
import { fillTemplate } from "./fillTemplate.ts";
import type { PricingCopy } from "./PricingCopy.ts";
import { perMonthPrice } from "./prices.ts";

/** Unlimited's features in the specification's order, each with what it lets you do. */
export function UnlimitedFeatures({ copy, locale }: { copy: PricingCopy; locale: Locale }) {
  const lead = fillTemplate(copy.unlimited.lead, {
    count: UNLIMITED_FEATURES.length,
    price: perMonthPrice("unlimited", "yearly", locale),
  });
  return (
    <Section id="unlimited" title={copy.unlimited.title} lead={lead} layout="side">
      <ul className="grid grid-cols-1 gap-x-8 border-hairline border-b sm:grid-cols-2">
        {UNLIMITED_FEATURES.map((feature) => {
          const Icon = FEATURE_ICONS[feature];
          return (
            <li key={feature} className="flex gap-4 border-hairline border-t py-5">
              <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-leaf" />
              <div>
                <h3 className="font-medium">{copy.features[feature]}</h3>
                <p className="mt-1 text-pretty text-ink-muted">{copy.unlimited.details[feature]}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
