import { ADD_ON_IDS, type AddOnId, displayPerMonth, type Locale } from "@marquee/contract";
import clsx from "clsx";
import { Check } from "lucide-react";
import { Section } from "../../blocks/Section.tsx";
import type { PricingCopy } from "../../copy/copy.ts";
import { useCatalog } from "../../site/siteContext.tsx";

interface AddOnsProps {
  copy: PricingCopy;
  locale: Locale;
}

/** Text color by add-on. Brain is iris across the site; the notetaker uses the site's green. */
const TONE: Record<AddOnId, string> = { brain: "text-iris", aiNotetaker: "text-leaf" };

/** Add-ons with their prices and the plans they are available for. */
export function AddOns({ copy, locale }: AddOnsProps) {
  return (
    <Section id="add-ons" title={copy.addOns.title} lead={copy.addOns.lead}>
      <div className="grid border-hairline border-y lg:grid-cols-2">
        {ADD_ON_IDS.map((id) => (
          <AddOnColumn key={id} id={id} copy={copy} locale={locale} />
        ))}
      </div>
    </Section>
  );
}

function AddOnColumn({ id, copy, locale }: AddOnsProps & { id: AddOnId }) {
  const { name, description } = copy.addOns.items[id];
  const addOn = useCatalog().addOns[id];
  return (
    <article
      aria-labelledby={`add-on-${id}`}
      className="border-hairline py-10 max-lg:not-first:border-t lg:px-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 id={`add-on-${id}`} className={clsx("font-display text-heading", TONE[id])}>
          {name}
        </h3>
        <p>
          <span className="font-display text-heading tabular-nums">{displayPerMonth(addOn, locale)}</span>{" "}
          <span className="text-ink-muted text-sm">{copy.price.perUserMonth}</span>
        </p>
      </div>
      <p className="mt-4 max-w-prose text-ink-muted">{description}</p>
      <EligiblePlans id={id} copy={copy} />
    </article>
  );
}

function EligiblePlans({ id, copy }: { id: AddOnId; copy: PricingCopy }) {
  const { eligiblePlans } = useCatalog().addOns[id];
  return (
    <div className="mt-8 flex flex-wrap gap-x-5 gap-y-2 text-sm">
      <h4 className="font-normal text-ink-muted">{copy.addOns.eligible}</h4>
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {eligiblePlans.map((tier) => (
          <li key={tier} className="flex items-center gap-1.5 font-medium">
            <Check aria-hidden="true" className={clsx("size-4", TONE[id])} />
            {copy.plans[tier].name}
          </li>
        ))}
      </ul>
    </div>
  );
}
