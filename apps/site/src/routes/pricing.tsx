import type { PageProps } from "../app/page.types.ts";
import { AddOns } from "../sections/pricing/AddOns.tsx";
import { CompareTable } from "../sections/pricing/CompareTable.tsx";
import { Plans } from "../sections/pricing/Plans.tsx";
import { PricingClosing } from "../sections/pricing/PricingClosing.tsx";
import type { PricingCopy } from "../sections/pricing/PricingCopy.ts";
import { PricingFaq } from "../sections/pricing/PricingFaq.tsx";
import { UnlimitedFeatures } from "../sections/pricing/UnlimitedFeatures.tsx";

export const head = ({ meta }: PricingCopy) => meta;

export default function Pricing(props: PageProps<PricingCopy>) {
  return (
    <>
      <Plans {...props} />
      <UnlimitedFeatures {...props} />
      <AddOns {...props} />
      <CompareTable {...props} />
      <PricingFaq {...props} />
      <PricingClosing {...props} />
    </>
  );
}
