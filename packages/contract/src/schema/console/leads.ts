import Type, { type Static } from "typebox";
import { LEAD_DESTINATIONS, type LeadDeliveryState, type LeadDestination } from "../../leads/deliveries.ts";
import type { CompanySize, LeadKind, LeadRecord } from "../../leads/leads.ts";

/** What can happen to a lead after it was sent. */
export const LEAD_ENTRY_KINDS = ["status", "value", "owner", "note", "meeting"] as const;
export type LeadEntryKind = (typeof LEAD_ENTRY_KINDS)[number];

/** Query for leads. `before` is `next` of the previous page. */
export const LeadSearchSchema = Type.Object({
  /** `failed`: leads with a failed delivery. `spam`: leads that look like spam, which are left out otherwise. */
  show: Type.Optional(Type.Union([Type.Literal("failed"), Type.Literal("spam")])),
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type LeadSearch = Static<typeof LeadSearchSchema>;

/** One notification about a lead. Times are milliseconds since the epoch. */
export interface LeadDelivery {
  destination: LeadDestination;
  state: LeadDeliveryState;
  attempts: number;
  /** Of the last attempt; null before the first. */
  attemptedAt: number | null;
  /** When a pending delivery is attempted next; null otherwise. */
  nextAt: number | null;
  /** Why the last attempt failed. */
  error: string | null;
}

/** A lead in the list. */
export interface LeadSummary {
  id: string;
  kind: LeadKind;
  name: string;
  email: string;
  companySize: CompanySize | null;
  createdAt: number;
  deliveries: Pick<LeadDelivery, "destination" | "state">[];
}

export interface LeadsResponse {
  /** Newest first. */
  leads: LeadSummary[];
  next: string | null;
}

export interface LeadResponse {
  lead: Omit<LeadRecord, "createdAt" | "isTest"> & { createdAt: number; isSpam: boolean };
  deliveries: LeadDelivery[];
}

/** Body of `POST /leads/:id/send-again`. */
export const SendAgainSchema = Type.Object({
  destination: Type.Unsafe<LeadDestination>({ type: "string", enum: [...LEAD_DESTINATIONS] }),
});
