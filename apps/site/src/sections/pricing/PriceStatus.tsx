import { type Locale, PLAN_TIERS, type SeatChoice } from "@marquee/contract";
import { fillTemplate } from "./fillTemplate.ts";
import type { PricingCopy } from "./PricingCopy.ts";
import { seatPriceText } from "./prices.ts";

interface PriceStatusProps {
  choice: SeatChoice;
  copy: PricingCopy;
  locale: Locale;
}

/** Says the plans' prices to a screen reader, which speaks up when a switch changes them. */
export function PriceStatus({ choice: { period, addOns }, copy, locale }: PriceStatusProps) {
  const prices = PLAN_TIERS.flatMap((tier) => {
    const amount = seatPriceText({ tier, period, addOns }, locale);
    return amount ? [`${copy.plans[tier].name} ${amount}`] : [];
  });
  return (
    <p role="status" className="sr-only">
      {fillTemplate(copy.price.announced, { prices: prices.join(", ") })}
    </p>
  );
}
