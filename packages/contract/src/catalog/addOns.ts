import type { PlanTier } from "./plans.ts";
import type { DisplayPrice, UsDollars } from "./prices.ts";

export const ADD_ON_IDS = ["brain", "aiNotetaker"] as const;
export type AddOnId = (typeof ADD_ON_IDS)[number];

/** Something bought on top of a plan. Name and description are copy: `addOns.<id>` in `pricing.json`. */
export interface AddOn {
  id: AddOnId;
  /** For each user and month. */
  perMonth: UsDollars;
  /** Replaces the formatted `perMonth`. */
  displayPrice?: DisplayPrice;
  /** Plans it can be added to. */
  eligiblePlans: readonly PlanTier[];
}

/**
 * The add-ons and prices of specification, sections 3 and 9. The specification leaves the notetaker's plans
 * open: it is sold with the paid ones, because its recordings need the unlimited storage that Free lacks.
 */
export const ADD_ONS: Record<AddOnId, AddOn> = {
  brain: { id: "brain", perMonth: 9, eligiblePlans: ["free", "unlimited", "business", "enterprise"] },
  aiNotetaker: { id: "aiNotetaker", perMonth: 6, eligiblePlans: ["unlimited", "business", "enterprise"] },
};
