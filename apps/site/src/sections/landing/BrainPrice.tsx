import { ADD_ONS, type AddOnId, displayPerMonth, type Locale } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import type english from "../../../../../content/copy/en/brain.json";
import { plans } from "../../../../../content/copy/en/pricing.json";
import { trackedSection } from "../../app/trackedSection.ts";
import { fillTemplate } from "../pricing/fillTemplate.ts";
import { PageText } from "./PageText.tsx";

interface BrainPriceProps {
  copy: (typeof english)["price"];
  locale: Locale;
}

/** What Brain costs, and the notetaker beside it, with the plans that each goes with. */
export function BrainPrice({ copy, locale }: BrainPriceProps) {
  const values = (id: AddOnId) => ({
    price: displayPerMonth(ADD_ONS[id], locale) ?? "",
    plans: planNames(id, locale),
  });
  const title = fillTemplate(copy.title, values("brain"));
  return (
    <section
      aria-labelledby="price-title"
      {...trackedSection({ id: "price", model: "price", title })}
      className="border-hairline border-t bg-iris-soft"
    >
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
            <ButtonLink href="/pricing#add-ons" variant="secondary">
              {copy.action}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The page exists in English only, and so do the names. */
function planNames(id: AddOnId, locale: Locale): string {
  const names = ADD_ONS[id].eligiblePlans.map((tier) => plans[tier].name);
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}
