import { type AddOnId, eligibleAddOns, type PlanTier } from "@marquee/contract";
import { fillTemplate } from "./fillTemplate.ts";
import type { PricingCopy } from "./PricingCopy.ts";

interface AddOnNoteProps {
  tier: PlanTier;
  addOns: readonly AddOnId[];
  copy: PricingCopy;
}

/** Which of the chosen add-ons a plan's price has in it, and which do not go with the plan. Keeps its line when there are none. */
export function AddOnNote({ tier, addOns, copy }: AddOnNoteProps) {
  const counted = eligibleAddOns(tier, addOns);
  const left = addOns.filter((id) => !counted.includes(id));
  return (
    <p className="mt-2 min-h-[1lh] text-sm">
      {counted.length > 0 && (
        <span className="block font-medium text-accent">
          {fillTemplate(copy.price.with, { addOns: addOnNames(counted, copy) })}
        </span>
      )}
      {left.length > 0 && (
        <span className="block text-ink-muted">
          {fillTemplate(copy.price.without, { addOns: addOnNames(left, copy) })}
        </span>
      )}
    </p>
  );
}

/** Names of add-ons, one after the other: "Brain + AI Notetaker". */
export function addOnNames(ids: readonly AddOnId[], copy: PricingCopy): string {
  return ids.map((id) => copy.addOns.items[id].name).join(" + ");
}
