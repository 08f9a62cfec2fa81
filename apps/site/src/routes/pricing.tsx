import type { PageProps } from "../app/page.types.ts";
import { AddOns } from "../sections/pricing/AddOns.tsx";
import { CompareTable } from "../sections/pricing/CompareTable.tsx";
import { SeatCalculator } from "../sections/pricing/calculator/SeatCalculator.tsx";
import { EnterpriseBlock } from "../sections/pricing/EnterpriseBlock.tsx";
import { Plans } from "../sections/pricing/Plans.tsx";
import { PricingClosing } from "../sections/pricing/PricingClosing.tsx";
import type { PricingCopy } from "../sections/pricing/PricingCopy.ts";
import { PricingFaq } from "../sections/pricing/PricingFaq.tsx";
import { UnlimitedFeatures } from "../sections/pricing/UnlimitedFeatures.tsx";
import { usePricingChoice } from "../sections/pricing/usePricingChoice.ts";

export const head = ({ meta }: PricingCopy) => meta;

export default function Pricing(props: PageProps<PricingCopy>) {
  const state = usePricingChoice();
  return (
    <>
      <Plans {...props} {...state} />
      <SeatCalculator {...props} {...state} />
      <UnlimitedFeatures {...props} />
      <AddOns {...props} />
      <CompareTable {...props} />
      <EnterpriseBlock {...props} />
      <PricingFaq {...props} />
      <PricingClosing {...props} />
    </>
  );
}
