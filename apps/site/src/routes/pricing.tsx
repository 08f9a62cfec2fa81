import { useLayoutEffect } from "react";
import type { PageProps } from "../app/page.types.ts";
import { DeferredDetails } from "../sections/pricing/DeferredDetails.tsx";
import { Plans } from "../sections/pricing/Plans.tsx";
import type { PricingCopy } from "../sections/pricing/PricingCopy.ts";
import { syncAddress } from "../sections/pricing/syncAddress.ts";

export const head = ({ meta }: PricingCopy) => meta;

export default function Pricing(props: PageProps<PricingCopy>) {
  useLayoutEffect(syncAddress, []);
  return (
    <>
      <Plans {...props} />
      <DeferredDetails {...props} />
    </>
  );
}
