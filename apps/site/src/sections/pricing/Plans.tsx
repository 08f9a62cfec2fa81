import { PLAN_TIERS } from "@marquee/contract";
import type { PageProps } from "../../app/page.types.ts";
import { BillingSwitch } from "./BillingSwitch.tsx";
import { PlanColumn } from "./PlanColumn.tsx";
import type { PricingCopy } from "./PricingCopy.ts";

/** Heading, billing switch and the four plans. The switch and the prices share the group `billing`. */
export function Plans({ copy, locale }: PageProps<PricingCopy>) {
  return (
    <section aria-labelledby="plans-title" className="group/billing">
      <div className="mx-auto grid max-w-page gap-x-8 gap-y-6 px-5 pt-16 pb-12 md:px-8 lg:grid-cols-12 lg:pt-24">
        <h1 id="plans-title" className="text-balance font-display text-display lg:col-span-7">
          {copy.hero.title}
        </h1>
        <div className="grid gap-8 lg:col-span-5 lg:content-end">
          <p className="max-w-prose text-ink-muted text-lead">{copy.hero.lead}</p>
          <BillingSwitch copy={copy.billing} />
        </div>
      </div>
      <div id="plans" className="scroll-mt-16 border-hairline border-t">
        <div className="mx-auto grid max-w-page grid-cols-1 px-5 md:grid-cols-2 md:px-8 lg:grid-cols-4">
          {PLAN_TIERS.map((tier) => (
            <PlanColumn key={tier} tier={tier} locale={locale} copy={copy} />
          ))}
        </div>
      </div>
    </section>
  );
}
