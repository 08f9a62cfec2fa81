import {
  ADD_ON_IDS,
  type AddOnId,
  BILLING_PERIODS,
  type BillingPeriod,
  displayPerMonth,
  type Locale,
  PLAN_TIERS,
  yearlySaving,
} from "@marquee/contract";
import clsx from "clsx";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useCatalog } from "../../site/siteContext.tsx";

interface RadioSegmentsProps<Value extends string> {
  /** Name of the radio group; unique on the page. */
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Fills the width with equal segments, in two columns below the `sm` breakpoint and four above. */
  isWide?: boolean;
}

/** A segmented control of radio buttons. Use it in a fieldset with a legend. */
export function RadioSegments<Value extends string>(props: RadioSegmentsProps<Value>) {
  const { name, options, value: chosen, onChange, isWide = false } = props;
  return (
    <div
      className={clsx(
        "rounded-md border border-hairline bg-surface p-1",
        isWide ? "grid grid-cols-2 sm:grid-cols-4" : "inline-flex",
      )}
    >
      {options.map(({ value, label }) => (
        <label key={value} className="relative grid cursor-pointer items-center text-center">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChange(value)}
            autoComplete="off"
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm checked:bg-ink focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2"
          />
          <span
            className={clsx(
              "pointer-events-none relative py-2 font-medium text-ink-muted transition-colors peer-checked:text-background",
              isWide ? "px-2 text-sm" : "px-5",
            )}
          >
            {label}
          </span>
        </label>
      ))}
    </div>
  );
}

interface BillingSwitchProps {
  copy: PricingCopy["billing"];
  /** Name of the radio group. */
  name: string;
  period: BillingPeriod;
  onChange: (period: BillingPeriod) => void;
}

/**
 * Switch between monthly and yearly billing. Plain radio buttons: the plans' prices follow with the CSS selector `:has(:checked)`
 * (see `PricesByPeriod`), so the switch works without React.
 */
export function BillingSwitch({ copy, name, period, onChange }: BillingSwitchProps) {
  const { plans } = useCatalog();
  const largestSaving = Math.max(...PLAN_TIERS.map((tier) => yearlySaving(plans[tier])?.percent ?? 0));
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
        {fillTemplate(copy.saveUpTo, { percent: largestSaving })}
      </span>
    </fieldset>
  );
}

interface AddOnTogglesProps {
  copy: PricingCopy;
  locale: Locale;
  name: string;
  chosen: readonly AddOnId[];
  onChange: (chosen: AddOnId[]) => void;
}

/** Checkboxes that include add-ons in the prices. Hidden without scripting, because React computes these prices. */
export function AddOnToggles({ copy, locale, name, chosen, onChange }: AddOnTogglesProps) {
  const { addOns } = useCatalog();
  const toggle = (id: AddOnId) =>
    onChange(ADD_ON_IDS.filter((each) => (each === id) !== chosen.includes(each)));
  return (
    <fieldset className="noscript:hidden">
      <legend className="mb-2 text-ink-muted text-sm">{copy.addOns.legend}</legend>
      <div className="flex flex-wrap gap-2">
        {ADD_ON_IDS.map((id) => (
          <label
            key={id}
            className="flex cursor-pointer items-center gap-2.5 rounded-md border border-hairline bg-surface px-3.5 py-2.5 text-sm transition-colors has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="checkbox"
              name={name}
              value={id}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              autoComplete="off"
              className="size-4 accent-accent"
            />
            <span className="font-medium">{copy.addOns.items[id].name}</span>
            <span className="text-ink-muted tabular-nums">+{displayPerMonth(addOns[id], locale)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
