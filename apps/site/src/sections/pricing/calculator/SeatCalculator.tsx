import { PLAN_TIERS } from "@marquee/contract";
import { useLayoutEffect } from "react";
import type { PageProps } from "../../../app/page.types.ts";
import { Section } from "../../landing/Section.tsx";
import { AddOnToggles } from "../AddOnToggles.tsx";
import { BillingSwitch } from "../BillingSwitch.tsx";
import { CALCULATOR_CONTROLS, readEarlyChoice } from "../earlyChoice.ts";
import type { PricingCopy } from "../PricingCopy.ts";
import { pricingChoice, usePricingChoice } from "../pricingChoice.ts";
import { RadioSegments } from "../RadioSegments.tsx";
import { SeatFields } from "./SeatFields.tsx";
import { TotalOutput } from "./TotalOutput.tsx";

/** What a team pays: people, plan, period and add-ons on the left, the total on the right. */
export function SeatCalculator({ copy, locale }: PageProps<PricingCopy>) {
  const choice = usePricingChoice();
  return (
    // Without a box of its own: what the plans above push down as they are laid out must not count as a shift.
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
  useLayoutEffect(() => pricingChoice.change(readEarlyChoice(CALCULATOR_CONTROLS)), []);
  const { change } = pricingChoice;
  return (
    <div className="grid content-start gap-7 lg:pr-12">
      <SeatFields
        copy={copy.calculator}
        locale={locale}
        seats={choice.seats}
        onChange={(seats) => change({ seats })}
      />
      <fieldset>
        <legend className="mb-2 text-ink-muted text-sm">{copy.calculator.plan}</legend>
        <RadioSegments
          name={CALCULATOR_CONTROLS.tier}
          options={PLAN_TIERS.map((value) => ({ value, label: copy.plans[value].name }))}
          value={choice.tier}
          onChange={(tier) => change({ tier })}
          isWide
        />
      </fieldset>
      <BillingSwitch
        copy={copy.billing}
        name={CALCULATOR_CONTROLS.period}
        period={choice.period}
        onChange={(period) => change({ period })}
      />
      <AddOnToggles
        copy={copy}
        locale={locale}
        name={CALCULATOR_CONTROLS.addOns}
        chosen={choice.addOns}
        onChange={(addOns) => change({ addOns })}
      />
    </div>
  );
}
