import { PLAN_TIERS, type PlanTier } from "./plans.ts";

/** What Unlimited adds: the fourteen features of specification, section 3, in its order. */
export const UNLIMITED_FEATURES = [
  "unlimitedStorage",
  "integrations",
  "dashboards",
  "guestsWithPermissions",
  "ganttCharts",
  "customFields",
  "columnCalculations",
  "email",
  "userGroups",
  "timeTracking",
  "goalsAndPortfolios",
  "formView",
  "resourceManagement",
  "agileReporting",
] as const;

/** What each plan adds to the one before it. The specification lists Unlimited's; the others are Trellis's own. */
export const PLAN_FEATURES = {
  free: ["tasks", "boards", "documents", "chat"],
  unlimited: UNLIMITED_FEATURES,
  business: ["automations", "timesheets", "scheduledExports", "requiredTwoFactor"],
  enterprise: ["singleSignOn", "userProvisioning", "auditLog", "customRoles"],
} as const satisfies Record<PlanTier, readonly string[]>;

export type PlanFeature = (typeof PLAN_FEATURES)[PlanTier][number];

/** Whether `tier` has `feature`: each plan keeps everything of the plans before it. */
export function includesFeature(tier: PlanTier, feature: PlanFeature): boolean {
  const upToTier = PLAN_TIERS.slice(0, PLAN_TIERS.indexOf(tier) + 1);
  return upToTier.some((each) => (PLAN_FEATURES[each] as readonly PlanFeature[]).includes(feature));
}
