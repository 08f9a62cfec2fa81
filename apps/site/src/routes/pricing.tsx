import { useLayoutEffect } from "react";
import { deferHydration, onIntersection } from "../blocks/deferBelowFold.tsx";
import type { PricingCopy } from "../copy/copy.ts";
import { Plans } from "../sections/pricing/Plans.tsx";
import { hasChoiceParams, syncAddress } from "../sections/pricing/pricingChoice.ts";
import type { PageProps } from "../site/page.types.ts";

/** How far below the viewport the details may be when their code is fetched. */
const NEAR = "600px";

/** The first section below the plans. The calculator is in an element without a box. */
const findFirstSection = () => {
  const first = document.querySelector("[aria-labelledby=plans-title]")?.nextElementSibling ?? null;
  return first?.querySelector("section") ?? first;
};

/**
 * The part below the plans. It hydrates when the visitor comes near it, or immediately if the URL contains a choice.
 */
const DeferredDetails = await deferHydration<PageProps<PricingCopy>>({
  isServed: () => findFirstSection() !== null,
  load: async () => (await import("../sections/pricing/PricingDetails.tsx")).PricingDetails,
  whenWanted(callback) {
    const first = findFirstSection();
    if (first && !hasChoiceParams(location.search)) return onIntersection(first, NEAR, callback);
    callback();
    return () => undefined;
  },
});

export default function Pricing(props: PageProps<PricingCopy>) {
  useLayoutEffect(syncAddress, []);
  return (
    <>
      <Plans {...props} />
      <DeferredDetails {...props} />
    </>
  );
}
