import {
  type AddOnId,
  type Locale,
  PLAN_TIERS,
  type Plan,
  type PlanColor,
  type PlanTier,
} from "@marquee/contract";
import clsx from "clsx";
import { Check } from "lucide-react";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useCatalog } from "../../site/siteContext.tsx";
import { PlanAction } from "./PlanAction.tsx";
import { PricesByPeriod } from "./PricesByPeriod.tsx";

const STEM_COLOR: Record<PlanColor, string> = {
  sky: "text-sky",
  leaf: "text-leaf",
  sun: "text-sun",
  clay: "text-clay",
};

/** Backgrounds of the drawing in a card. */
const SOFT_COLOR: Record<PlanColor, string> = {
  sky: "bg-sky-soft",
  leaf: "bg-leaf-soft",
  sun: "bg-sun-soft",
  clay: "bg-clay-soft",
};

const RUNG = 32;

const HEIGHT = RUNG * PLAN_TIERS.length;

const SHORT_LIST = 5;

interface PlanColumnProps {
  tier: PlanTier;
  locale: Locale;
  copy: PricingCopy;
  /** Included in the price where available for the plan. */
  addOns: readonly AddOnId[];
  /** A card of its own instead of a column of the trellis (flag `new-card-ui-CLK-123`). */
  isCard?: boolean;
}

const SUGGESTED: PlanTier = "unlimited";
const COLUMN = "border-hairline border-l pb-12 max-md:border-b max-md:last:border-b-0 lg:last:border-r";
const CARD = "overflow-hidden rounded-lg border bg-surface pb-8";

/** One plan. It uses subgrid rows, so that plans side by side line up. */
export function PlanColumn({ tier, locale, copy, addOns, isCard = false }: PlanColumnProps) {
  const plan = useCatalog().plans[tier];
  const { name, description } = copy.plans[tier];
  const isSuggested = tier === SUGGESTED;
  return (
    <article
      aria-labelledby={`plan-${tier}`}
      className={clsx(
        "row-span-5 grid grid-rows-subgrid gap-y-6 px-6",
        isCard ? CARD : COLUMN,
        isCard && (isSuggested ? "border-accent shadow-float ring-1 ring-accent" : "border-hairline"),
      )}
    >
      <PlanGrowth tier={tier} color={plan.color} isCard={isCard} />
      <header>
        <h2 id={`plan-${tier}`} className="font-display text-title">
          {name}
        </h2>
        <p className="mt-1 text-ink-muted">{description}</p>
      </header>
      <PricesByPeriod tier={tier} plan={plan} locale={locale} copy={copy} addOns={addOns} />
      <PlanAction
        isQuoted={tier === "enterprise"}
        locale={locale}
        location="pricing"
        label={copy.plans[tier].action}
        variant={isSuggested ? "primary" : "secondary"}
        className={clsx("self-end", isCard && "w-full")}
      />
      <PlanFeatures tier={tier} features={plan.features} copy={copy} />
    </article>
  );
}

function PlanFeatures({
  tier,
  features,
  copy,
}: Pick<PlanColumnProps, "tier" | "copy"> & Pick<Plan, "features">) {
  const further = Math.max(0, features.length - SHORT_LIST);
  return (
    <div className="text-sm">
      <p className="font-medium">{copy.plans[tier].includes}</p>
      <ul className="mt-3 grid gap-2">
        {features.slice(0, SHORT_LIST).map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-leaf" />
            {copy.features[feature]}
          </li>
        ))}
        {further > 0 && (
          <li className="pl-6">
            <a
              href={tier === "unlimited" ? "#unlimited" : "#compare"}
              className="text-ink-muted underline decoration-hairline underline-offset-4 hover:text-ink hover:decoration-current"
            >
              {fillTemplate(copy.plans.more, { count: further })}
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Decorative drawing of a stem that is one rung taller for each larger plan. */
function PlanGrowth({ tier, color, isCard }: { tier: PlanTier; color: PlanColor; isCard: boolean }) {
  const rungs = PLAN_TIERS.indexOf(tier) + 1;
  return (
    <div
      className={clsx(
        "relative -mx-6 grid h-32 grid-rows-4 border-hairline border-b",
        isCard && SOFT_COLOR[color],
      )}
    >
      {PLAN_TIERS.map((each) => (
        <span key={each} className="border-hairline border-t border-dashed first:border-t-0" />
      ))}
      <svg
        aria-hidden="true"
        viewBox={`-32 0 64 ${HEIGHT}`}
        className={clsx(
          "absolute bottom-0 h-32 w-16 overflow-visible",
          isCard ? "-left-2" : "-left-[32.5px]",
          STEM_COLOR[color],
        )}
      >
        <path
          d={`M0 ${HEIGHT}V${HEIGHT - rungs * RUNG + 6}`}
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
        {PLAN_TIERS.slice(0, rungs).map((each, rung) => (
          <Leaf key={each} y={HEIGHT - rung * RUNG - 10} />
        ))}
      </svg>
    </div>
  );
}

/** @param y vertical position of the leaf's base, in viewBox units. */
function Leaf({ y }: { y: number }) {
  return (
    <path d="M0 0C2 -11 12 -16 26 -15C25 -4 14 3 0 0Z" transform={`translate(0 ${y})`} fill="currentColor" />
  );
}
