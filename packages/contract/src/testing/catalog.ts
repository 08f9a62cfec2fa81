import content from "../../../../content/catalog.json" with { type: "json" };
import type { Catalog, PlanTier } from "../catalog/catalog.ts";

/** The catalog in `content/catalog.json`. Tests of the server check that it has this type. */
export const CATALOG = content as Catalog;

/** The catalog with a plan that costs its price once, not per user. */
export function flatCatalog(tier: PlanTier): Catalog {
  const { monthly, yearly } = CATALOG.plans[tier].pricing;
  const pricing = {
    monthly: { ...monthly, perUserGroup: false },
    yearly: { ...yearly, perUserGroup: false },
  };
  return { ...CATALOG, plans: { ...CATALOG.plans, [tier]: { ...CATALOG.plans[tier], pricing } } };
}
