import { useLayoutEffect } from "react";
import type { PricingCopy } from "../copy/copy.ts";
import { DeferredDetails } from "../sections/pricing/DeferredDetails.tsx";
import { Plans } from "../sections/pricing/Plans.tsx";
import { syncAddress } from "../sections/pricing/pricingAddress.ts";
import type { PageProps } from "../site/page.types.ts";

export default function Pricing(props: PageProps<PricingCopy>) {
  useLayoutEffect(syncAddress, []);
  return (
    <>
      <Plans {...props} />
      <DeferredDetails {...props} />
    </>
  );
}
