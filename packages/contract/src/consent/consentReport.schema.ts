import Type, { type Static } from "typebox";
import { PeriodSchema } from "../kernel/dateRange.schema.ts";
import { Extend } from "../kernel/extend.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import type { ConsentGroup } from "./consent.ts";

/** Filter for consent receipts. A missing property does not filter. */
export const ReceiptFilterSchema = Type.Object({
  /** A complete receipt ID or visitor ID. */
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  decision: Type.Optional(OneOf(["granted", "refused"])),
  country: Type.Optional(Type.String({ minLength: 2, maxLength: 2 })),
  textVersion: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export type ReceiptFilter = Static<typeof ReceiptFilterSchema>;

/** Query for receipts in a date range. `before` is `next` of the previous page. */
export const ReceiptSearchSchema = Extend(
  [PeriodSchema, ReceiptFilterSchema],
  { before: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })) },
  { additionalProperties: false },
);
export type ReceiptSearch = Static<typeof ReceiptSearchSchema>;

/** State of the deletion that a withdrawal requests. Times are milliseconds since the epoch. */
export interface DeletionState {
  requestedAt: number;
  /** Null until all rows are deleted. */
  completedAt: number | null;
  /** Time when they were also removed from the stores' files; null until then. */
  erasedAt: number | null;
}

/** One decision of a visitor. */
export interface ReceiptRow {
  id: string;
  /** Keyed hash of the anonymous ID; null for a visitor who was never measured. */
  visitor: string | null;
  groups: ConsentGroup[];
  textVersion: number;
  /** ISO 3166-1 code; empty if unknown. */
  country: string;
  /** `decidedAt` is by the visitor's clock, `receivedAt` by the server's. Milliseconds since the epoch. */
  decidedAt: number;
  receivedAt: number;
  /** Null if the visitor granted analytics or had no data to delete. */
  deletion: DeletionState | null;
}

export interface ReceiptSearchResponse {
  /** Newest first. */
  receipts: ReceiptRow[];
  next: string | null;
}

export interface ConsentCounts {
  receipts: number;
  /** Receipts that grant the group. */
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
  /** One point per interval of the date range. */
  series: ConsentPoint[];
  /** Deletions requested by withdrawals in the date range. */
  deletions: { requested: number; completed: number };
  /** Text versions and countries of the receipts in the date range, most frequent first. */
  textVersions: number[];
  countries: string[];
}

export const CONSENT_REPORT_ROUTES = {
  "POST /query/consent": {
    access: "read privacy",
    body: PeriodSchema,
    response: response<ConsentResponse>(),
  },
  "POST /query/consent/receipts": {
    access: "read privacy",
    body: ReceiptSearchSchema,
    response: response<ReceiptSearchResponse>(),
  },
} as const satisfies RouteRows;
