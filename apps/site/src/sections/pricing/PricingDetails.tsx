import type { PageProps } from "../../app/page.types.ts";
import { AddOns } from "./AddOns.tsx";
import { CompareTable } from "./CompareTable.tsx";
import { SeatCalculator } from "./calculator/SeatCalculator.tsx";
import { EnterpriseBlock } from "./EnterpriseBlock.tsx";
import { PricingClosing } from "./PricingClosing.tsx";
import type { PricingCopy } from "./PricingCopy.ts";
import { PricingFaq } from "./PricingFaq.tsx";
import { UnlimitedFeatures } from "./UnlimitedFeatures.tsx";

/** Everything below the plans. */
export function PricingDetails(props: PageProps<PricingCopy>) {
  return (
    <>
      <SeatCalculator {...props} />
      <UnlimitedFeatures {...props} />
      <AddOns {...props} />
      <CompareTable {...props} />
      <EnterpriseBlock {...props} />
      <PricingFaq {...props} />
      <PricingClosing {...props} />
    </>
  );
}
