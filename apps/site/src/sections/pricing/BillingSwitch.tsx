import { BILLING_PERIODS, PLAN_TIERS, PLANS, yearlySaving } from "@marquee/contract";
import { fillTemplate } from "./fillTemplate.ts";
import type { PricingCopy } from "./PricingCopy.ts";

const LARGEST_SAVING = Math.max(...PLAN_TIERS.map((tier) => yearlySaving(PLANS[tier])?.percent ?? 0));

/**
 * Monthly or yearly. Plain radio buttons: the prices follow by `:has(:checked)` (see `PricesByPeriod`),
 * so the switch works before React runs, and without it.
 */
export function BillingSwitch({ copy }: { copy: PricingCopy["billing"] }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <legend className="sr-only">{copy.legend}</legend>
      <div className="inline-flex rounded-md border border-hairline bg-surface p-1">
        {BILLING_PERIODS.map((period) => (
          <label key={period} className="relative cursor-pointer">
            <input
              type="radio"
              name="billing"
              value={period}
              defaultChecked={period === "yearly"}
              autoComplete="off"
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm checked:bg-ink focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
            />
            <span className="pointer-events-none relative block px-5 py-2 font-medium text-ink-muted transition-colors peer-checked:text-background">
              {copy[period]}
            </span>
          </label>
        ))}
      </div>
      <span className="rounded-sm bg-sun px-2 py-1 font-medium text-sm text-on-sun">
        {fillTemplate(copy.saveUpTo, { percent: LARGEST_SAVING })}
      </span>
    </fieldset>
  );
}
