import {
  type AddOnId,
  type BillingPeriod,
  eligibleAddOns,
  formatPrice,
  isPerUser,
  type Locale,
  monthlyPrice,
  type Plan,
  type PlanTier,
  yearlySaving,
} from "@marquee/contract";
import clsx from "clsx";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { seatPriceText, yearPrice } from "../../copy/prices.ts";
import { useCatalog } from "../../site/siteContext.tsx";

/** Both periods share one grid cell, and the other one is invisible, so that switching causes no layout shift. */
const SHOWN_WHEN: Record<BillingPeriod, string> = {
  monthly: "invisible group-has-[[value=monthly]:checked]/billing:visible",
  yearly: "group-has-[[value=monthly]:checked]/billing:invisible",
};

interface PricesProps {
  tier: PlanTier;
  plan: Plan;
  locale: Locale;
  copy: PricingCopy;
  /** Included in the price where available for the plan. */
  addOns: readonly AddOnId[];
}

/** A plan's prices for both billing periods. Only the chosen period is visible. */
export function PricesByPeriod(props: PricesProps) {
  return (
    <div className="grid [&>*]:[grid-area:1/1]">
      <PeriodPrice {...props} period="monthly" />
      <PeriodPrice {...props} period="yearly" />
    </div>
  );
}

function PeriodPrice(props: PricesProps & { period: BillingPeriod }) {
  const { tier, plan, locale, copy, period, addOns } = props;
  const catalog = useCatalog();
  const amount = seatPriceText(catalog, { tier, period, addOns }, locale);
  return (
    <div className={SHOWN_WHEN[period]}>
      <p>
        <span
          className={clsx(
            "flex items-end font-display tabular-nums md:min-h-18",
            amount ? "text-display" : "font-semibold text-3xl leading-tight",
          )}
        >
          {amount ?? copy.price.quote}
        </span>
        <span className="mt-1 block text-ink-muted text-sm">{unitText(props, amount)}</span>
      </p>
      {plan.pricing[period].price ? <PaymentNote {...props} /> : null}
      <AddOnNote {...props} />
    </div>
  );
}

function unitText(
  { plan, period, copy, locale }: PricesProps & { period: BillingPeriod },
  amount: string | null,
): string {
  const pricing = plan.pricing[period];
  if (pricing.price === null) return copy.price.quoteNote;
  if (!isPerUser(pricing)) return copy.calculator.perMonth;
  const isStillFree = amount === formatPrice(0, locale);
  return pricing.perUserGroup || !isStillFree ? copy.price.perUserMonth : copy.price.free;
}

function PaymentNote({
  tier,
  plan,
  locale,
  copy: { price, calculator },
  period,
  addOns,
}: PricesProps & { period: BillingPeriod }) {
  const catalog = useCatalog();
  if (period === "monthly")
    return <p className="mt-2 text-balance text-ink-muted text-sm">{price.billedMonthly}</p>;
  const saving = yearlySaving(plan);
  const texts = isPerUser(plan.pricing.yearly)
    ? { paid: price.billedYearly, saving: price.saving }
    : { paid: calculator.paidYearly, saving: calculator.saving };
  return (
    <p className="mt-2 text-balance text-ink-muted text-sm">
      {fillTemplate(texts.paid, { price: yearPrice(catalog, { tier, addOns }, locale) ?? "" })}
      {saving && (
        <span className="block font-medium text-ink">
          {fillTemplate(texts.saving, { amount: formatPrice(saving.amount, locale) })}
        </span>
      )}
    </p>
  );
}

/**
 * The chosen add-ons that the plan's price includes, or what they cost per user besides one price for all; and those not available for the
 * plan. Keeps its line height when empty.
 */
function AddOnNote({ tier, plan, period, addOns, copy, locale }: PricesProps & { period: BillingPeriod }) {
  const catalog = useCatalog();
  const counted = eligibleAddOns(catalog, tier, addOns);
  const beside = isPerUser(plan.pricing[period]) ? null : monthlyPrice(catalog, { tier, period, addOns });
  const left = addOns.filter((id) => !counted.includes(id));
  return (
    <p className="mt-2 min-h-[1lh] text-sm">
      {counted.length > 0 && (
        <span className="block font-medium text-accent">
          {fillTemplate(copy.price.with, { addOns: addOnNames(counted, copy) })}
          {beside &&
            `, ${fillTemplate(copy.calculator.perSeat, { price: formatPrice(beside.perSeat, locale) })}`}
        </span>
      )}
      {left.length > 0 && (
        <span className="block text-ink-muted">
          {fillTemplate(copy.price.without, { addOns: addOnNames(left, copy) })}
        </span>
      )}
    </p>
  );
}

/** Names of add-ons as one text: "Brain + AI Notetaker". */
export function addOnNames(ids: readonly AddOnId[], copy: PricingCopy): string {
  return ids.map((id) => copy.addOns.items[id].name).join(" + ");
}
