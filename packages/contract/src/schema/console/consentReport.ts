import Type, { type Static } from "typebox";
import type { ConsentGroup } from "../../consent/consent.ts";
import { OverviewQuerySchema } from "./accounts.ts";

/** Decisions within a span; what is absent does not narrow. */
export const ReceiptFilterSchema = Type.Object({
  /** A receipt's or a visitor's id, whole. */
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  decision: Type.Optional(Type.Union([Type.Literal("granted"), Type.Literal("refused")])),
  country: Type.Optional(Type.String({ minLength: 2, maxLength: 2 })),
  textVersion: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export type ReceiptFilter = Static<typeof ReceiptFilterSchema>;

/** `before` is the `next` of the answer before. */
export const ReceiptSearchSchema = Type.Object({
  from: OverviewQuerySchema.properties.from,
  to: OverviewQuerySchema.properties.to,
  ...ReceiptFilterSchema.properties,
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type ReceiptSearch = Static<typeof ReceiptSearchSchema>;

/** How far the deletion that a withdrawal asks for has come; instants in milliseconds since the epoch. */
export interface DeletionState {
  requestedAt: number;
  /** Null while rows may be left. */
  completedAt: number | null;
}

/** One decision of a visitor. */
export interface ReceiptRow {
  id: string;
  /** Null for who was never measured. */
  visitorId: string | null;
  groups: ConsentGroup[];
  textVersion: number;
  /** ISO 3166-1 code, or empty. */
  country: string;
  /** By the visitor's clock, and by ours: milliseconds since the epoch. */
  decidedAt: number;
  receivedAt: number;
  /** Null for who agreed to be measured, and for who had nothing to delete. */
  deletion: DeletionState | null;
}

export interface ReceiptSearchResponse {
  /** Newest first. */
  receipts: ReceiptRow[];
  next: string | null;
}

export interface ConsentCounts {
  receipts: number;
  /** Receipts that agree to the group. */
  analytics: number;
  functional: number;
  marketing: number;
  /** Receipts without the analytics group. */
  refused: number;
}

export interface ConsentPoint extends ConsentCounts {
  /** Start of the hour or day, in milliseconds since the epoch. */
  start: number;
}

/** Data of the Consent screen for one date range. */
export interface ConsentResponse {
  totals: ConsentCounts;
  /** Every hour or day of the span. */
  series: ConsentPoint[];
  /** Deletions that withdrawals asked for within the span. */
  deletions: { requested: number; completed: number };
  /** Versions of the text and countries that the span's receipts name, most frequent first. */
  textVersions: number[];
  countries: string[];
}
