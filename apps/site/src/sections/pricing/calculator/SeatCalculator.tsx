import { PLAN_TIERS } from "@marquee/contract";
import { useLayoutEffect } from "react";
import { Section } from "../../../blocks/Section.tsx";
import type { PricingCopy } from "../../../copy/copy.ts";
import type { PageProps } from "../../../site/page.types.ts";
import { AddOnToggles, BillingSwitch, RadioSegments } from "../PricingControls.tsx";
import {
  CALCULATOR_CONTROLS,
  pricingChoice,
  readPreHydrationChoice,
  usePricingChoice,
} from "../pricingChoice.ts";
import { SeatFields } from "./SeatFields.tsx";
import { TotalOutput } from "./TotalOutput.tsx";

/** The price calculator: seats, plan, period and add-ons on the left, the total on the right. Hidden without scripting. */
export function SeatCalculator({ copy, locale }: PageProps<PricingCopy>) {
  const choice = usePricingChoice();
  return (
    // `contents` creates no box: content that the plans above push down must not count as a layout shift.
    <div className="contents noscript:hidden">
      <Section id="calculator" title={copy.calculator.title} lead={copy.calculator.lead}>
        <div className="grid gap-12 lg:grid-cols-2 lg:gap-0">
          <CalculatorFields copy={copy} locale={locale} />
          <TotalOutput choice={choice} copy={copy} locale={locale} />
        </div>
      </Section>
    </div>
  );
}

function CalculatorFields({ copy, locale }: PageProps<PricingCopy>) {
  const choice = usePricingChoice();
  useLayoutEffect(() => pricingChoice.set(readPreHydrationChoice(CALCULATOR_CONTROLS)), []);
  const { set } = pricingChoice;
  return (
    <div className="grid content-start gap-7 lg:pr-12">
      <SeatFields
        copy={copy.calculator}
        locale={locale}
        seats={choice.seats}
        onChange={(seats) => set({ seats })}
      />
      <fieldset>
        <legend className="mb-2 text-ink-muted text-sm">{copy.calculator.plan}</legend>
        <RadioSegments
          name={CALCULATOR_CONTROLS.tier}
          options={PLAN_TIERS.map((value) => ({ value, label: copy.plans[value].name }))}
          value={choice.tier}
          onChange={(tier) => set({ tier })}
          isWide
        />
      </fieldset>
      <BillingSwitch
        copy={copy.billing}
        name={CALCULATOR_CONTROLS.period}
        period={choice.period}
        onChange={(period) => set({ period })}
      />
      <AddOnToggles
        copy={copy}
        locale={locale}
        name={CALCULATOR_CONTROLS.addOns}
        chosen={choice.addOns}
        onChange={(addOns) => set({ addOns })}
      />
    </div>
  );
}
