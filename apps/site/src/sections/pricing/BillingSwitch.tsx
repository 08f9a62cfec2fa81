import { BILLING_PERIODS, type BillingPeriod, PLAN_TIERS, PLANS, yearlySaving } from "@marquee/contract";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { RadioSegments } from "./RadioSegments.tsx";

const LARGEST_SAVING = Math.max(...PLAN_TIERS.map((tier) => yearlySaving(PLANS[tier])?.percent ?? 0));

interface BillingSwitchProps {
  copy: PricingCopy["billing"];
  /** Name of the radio group. */
  name: string;
  period: BillingPeriod;
  onChange: (period: BillingPeriod) => void;
}

/**
 * Monthly or yearly. Plain radio buttons: the prices of the plans follow by `:has(:checked)` (see `PricesByPeriod`),
 * so the switch works before React runs, and without it.
 */
export function BillingSwitch({ copy, name, period, onChange }: BillingSwitchProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <legend className="sr-only">{copy.legend}</legend>
      <RadioSegments
        name={name}
        options={BILLING_PERIODS.map((value) => ({ value, label: copy[value] }))}
        value={period}
        onChange={onChange}
      />
      <span className="rounded-sm bg-sun px-2 py-1 font-medium text-on-sun text-sm">
        {fillTemplate(copy.saveUpTo, { percent: LARGEST_SAVING })}
      </span>
    </fieldset>
  );
}
