import type english from "../../../../../content/copy/en/pricing.json";

/** Texts of the pricing page; every locale's file has exactly the English one's keys (`copy.test.ts`). */
export type PricingCopy = typeof english;
