import { type Locale, PLAN_TIERS, type SeatChoice } from "@marquee/contract";
import clsx from "clsx";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { seatPriceText } from "../../copy/prices.ts";
import { FlagPlace } from "../../flags/FlagPlace.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useCatalog, useSite } from "../../site/siteContext.tsx";
import { useTrackedSection } from "../../site/useTrackedSection.ts";
import { PlanColumn } from "./PlanColumn.tsx";
import { AddOnToggles, BillingSwitch } from "./PricingControls.tsx";
import { PLAN_CONTROLS, pricingChoice, usePricingChoice } from "./pricingChoice.ts";
import { QuizBanner } from "./QuizBanner.tsx";

/** Separate cards, two in a row where one row of four would be too narrow. */
const CARDS = "gap-x-5 gap-y-6 py-8 lg:py-14";

/** Heading, price switches and the four plans. `group/billing` lets the prices follow the billing switch in CSS. */
export function Plans({ copy, locale }: PageProps<PricingCopy>) {
  const { addOns } = usePricingChoice();
  const areCards = useSite().flags["new-card-ui-CLK-123"];
  const tracked = useTrackedSection({ id: "plans", model: "plans", title: copy.hero.title });
  return (
    <section aria-labelledby="plans-title" {...tracked} className="group/billing">
      <div className="mx-auto max-w-page px-5 pt-14 pb-12 md:px-8 lg:pt-24">
        <h1 id="plans-title" className="max-w-5xl text-balance font-display text-display">
          {copy.hero.title}
        </h1>
        <div className="mt-6 grid gap-8 lg:mt-10 lg:grid-cols-2 lg:items-end lg:gap-0">
          <p className="max-w-prose text-pretty text-ink-muted text-lead lg:pr-12">{copy.hero.lead}</p>
          <PriceSwitches copy={copy} locale={locale} />
        </div>
      </div>
      <QuizBanner copy={copy} locale={locale} />
      <div id="plans" className="scroll-mt-16 border-hairline border-t">
        <FlagPlace flag="new-card-ui-CLK-123" />
        <div
          className={clsx(
            "mx-auto grid max-w-page grid-cols-1 px-5 md:grid-cols-2 md:px-8 lg:grid-cols-4",
            areCards && CARDS,
          )}
        >
          {PLAN_TIERS.map((tier) => (
            <PlanColumn
              key={tier}
              isCard={areCards}
              tier={tier}
              locale={locale}
              copy={copy}
              addOns={addOns}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function PriceSwitches({ copy, locale }: PageProps<PricingCopy>) {
  const choice = usePricingChoice();
  const { set } = pricingChoice;
  return (
    <div className="grid gap-5 lg:pl-6">
      <BillingSwitch
        copy={copy.billing}
        name={PLAN_CONTROLS.period}
        period={choice.period}
        onChange={(period) => set({ period })}
      />
      <AddOnToggles
        copy={copy}
        locale={locale}
        name={PLAN_CONTROLS.addOns}
        chosen={choice.addOns}
        onChange={(addOns) => set({ addOns })}
      />
      <PriceStatus choice={choice} copy={copy} locale={locale} />
    </div>
  );
}

interface PriceStatusProps {
  choice: SeatChoice;
  copy: PricingCopy;
  locale: Locale;
}

/** A live region that announces the plans' prices to screen readers when a switch changes them. */
function PriceStatus({ choice: { period, addOns }, copy, locale }: PriceStatusProps) {
  const catalog = useCatalog();
  const prices = PLAN_TIERS.flatMap((tier) => {
    const amount = seatPriceText(catalog, { tier, period, addOns }, locale);
    return amount ? [`${copy.plans[tier].name} ${amount}`] : [];
  });
  return (
    <p role="status" className="sr-only">
      {fillTemplate(copy.price.announced, { prices: prices.join(", ") })}
    </p>
  );
}
