/** Where notifications about leads are sent. */
export const LEAD_DESTINATIONS = ["webhook", "slack", "email"] as const;

export type LeadDestination = (typeof LEAD_DESTINATIONS)[number];

export type LeadDeliveryState = "pending" | "delivered" | "failed";
