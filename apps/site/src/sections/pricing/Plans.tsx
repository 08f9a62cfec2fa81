import { isPerUser, type Locale, PLAN_TIERS, type PlanTier, type SeatChoice } from "@marquee/contract";
import clsx from "clsx";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { seatPriceText } from "../../copy/prices.ts";
import { FlagPlace } from "../../flags/FlagPlace.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useCatalog, useSite } from "../../site/siteContext.tsx";
import { useTrackedSection } from "../../site/useTrackedSection.ts";
import { useViewTiming } from "../../site/useViewTiming.ts";
import { PlanColumn } from "./PlanColumn.tsx";
import { PlanQuizRow, QuizBanner, usePlanQuiz } from "./PlanQuizEntry.tsx";
import { AddOnToggles, BillingSwitch } from "./PricingControls.tsx";
import { PLAN_CONTROLS, pricingChoice, usePricingChoice } from "./pricingChoice.ts";

/** Separate cards, two in a row where one row of four would be too narrow. */
const CARDS = "gap-x-5 gap-y-6 py-8 lg:py-14";

/** Heading, price switches and the four plans. `group/billing` lets the prices follow the billing switch in CSS. */
export function Plans({ copy, locale }: PageProps<PricingCopy>) {
  const { addOns } = usePricingChoice();
  useViewTiming("pricing_ready");
  const quiz = usePlanQuiz();
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
      <QuizBanner control={quiz} copy={copy} />
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
      <PlanQuizRow control={quiz} copy={copy} locale={locale} />
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
  const priceOf = (tier: PlanTier) => {
    const amount = seatPriceText(catalog, { tier, period, addOns }, locale);
    return amount ? [`${copy.plans[tier].name} ${amount}`] : [];
  };
  const isSeatPlan = (tier: PlanTier) => isPerUser(catalog.plans[tier].pricing[period]);
  const once = PLAN_TIERS.filter((tier) => !isSeatPlan(tier)).flatMap(priceOf);
  const perUser = PLAN_TIERS.filter(isSeatPlan).flatMap(priceOf);
  return (
    <p role="status" className="sr-only">
      {[
        fillTemplate(copy.price.announced, { prices: perUser.join(", ") }),
        ...once.map((price) => `${price} ${copy.calculator.perMonth}`),
      ].join(", ")}
    </p>
  );
}
