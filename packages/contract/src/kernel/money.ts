/** The currency of lead values: ISO 4217. An installation has one. */
export const CURRENCY = "USD";
