export * from "./catalog/addOns.ts";
export * from "./catalog/features.ts";
export * from "./catalog/formatPrice.ts";
export * from "./catalog/planForScore.ts";
export * from "./catalog/plans.ts";
export * from "./catalog/pricing.types.ts";
export * from "./catalog/yearlySaving.ts";
