import {
  type BillingPeriod,
  displayPerMonth,
  formatPrice,
  type Locale,
  type Plan,
  yearlySaving,
} from "@marquee/contract";
import clsx from "clsx";
import { fillTemplate } from "./fillTemplate.ts";
import type { PricingCopy } from "./PricingCopy.ts";
import { yearPrice } from "./prices.ts";

/** Both periods lie in one cell; the one not chosen is invisible, so that switching moves nothing. */
const SHOWN_WHEN: Record<BillingPeriod, string> = {
  monthly: "invisible group-has-[[value=monthly]:checked]/billing:visible",
  yearly: "group-has-[[value=monthly]:checked]/billing:invisible",
};

interface PricesProps {
  plan: Plan;
  locale: Locale;
  copy: PricingCopy["price"];
}

/** A plan's price for both billing periods, the chosen one visible. */
export function PricesByPeriod(props: PricesProps) {
  return (
    <div className="grid [&>*]:[grid-area:1/1]">
      <PeriodPrice {...props} period="monthly" />
      <PeriodPrice {...props} period="yearly" />
    </div>
  );
}

function PeriodPrice({ plan, locale, copy, period }: PricesProps & { period: BillingPeriod }) {
  const pricing = plan.pricing[period];
  const amount = displayPerMonth(pricing, locale);
  return (
    <div className={SHOWN_WHEN[period]}>
      <p>
        <span
          className={clsx(
            "flex items-end md:min-h-18 font-display tabular-nums",
            amount ? "text-display" : "font-semibold text-3xl leading-tight",
          )}
        >
          {amount ?? copy.quote}
        </span>
        <span className="mt-1 block text-ink-muted text-sm">{unitText(pricing, copy)}</span>
      </p>
      {pricing.price ? <PaymentNote plan={plan} locale={locale} copy={copy} period={period} /> : null}
    </div>
  );
}

function unitText(pricing: Plan["pricing"][BillingPeriod], copy: PricingCopy["price"]): string {
  if (pricing.price === null) return copy.quoteNote;
  return pricing.perUserGroup ? copy.perUserMonth : copy.free;
}

function PaymentNote({ plan, locale, copy, period }: PricesProps & { period: BillingPeriod }) {
  if (period === "monthly")
    return <p className="mt-2 text-balance text-ink-muted text-sm">{copy.billedMonthly}</p>;
  const saving = yearlySaving(plan);
  return (
    <p className="mt-2 text-balance text-ink-muted text-sm">
      {fillTemplate(copy.billedYearly, { price: yearPrice(plan.tier, locale) ?? "" })}
      {saving && (
        <span className="block font-medium text-ink">
          {fillTemplate(copy.saving, { amount: formatPrice(saving.amount, locale) })}
        </span>
      )}
    </p>
  );
}
