import Type, { type Static } from "typebox";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { RecordChange, type StoredRecord } from "../kernel/versioned.schema.ts";

/** Characters of a file with costs. */
export const MAX_COST_FILE_LENGTH = 900_000;
export const MAX_COST_ROWS = 20_000;

const STRICT = { additionalProperties: false };
const FILE_NAME = Type.String({ minLength: 1, maxLength: 200 });
const DAY = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });

export const AdCostsQuerySchema = Type.Object({
  /** First and last day, as in ISO 8601; without them, everything. */
  first: Type.Optional(DAY),
  last: Type.Optional(DAY),
});

export const CostFileSchema = Type.Object(
  {
    name: FILE_NAME,
    /** The file's text: CSV with a header. */
    text: Type.String({ maxLength: MAX_COST_FILE_LENGTH }),
  },
  STRICT,
);
export type CostFile = Static<typeof CostFileSchema>;

/** A line that cannot be imported. */
export interface CostProblem {
  /** As editors count lines; the header is 1. */
  line: number;
  /** Description of the problem and how to fix it. */
  message: string;
}

/** Result of importing a file. Nothing is imported while there are problems. */
export interface CostPreview {
  /** The first ones. */
  problems: CostProblem[];
  problemCount: number;
  rows: number;
  campaigns: number;
  /** First and last day; empty without rows. */
  first: string;
  last: string;
  cents: number;
  /** Stored costs of the same day and campaign that the file replaces. */
  replaced: number;
}

/** Cost of a campaign in a date range. */
export interface AdCost {
  /** Campaign parameters as in the file; empty if the file has no such column. */
  source: string;
  medium: string;
  campaign: string;
  cents: number;
}

const CostImportSchema = Type.Object(
  {
    name: FILE_NAME,
    /**
     * Costs of a deleted import do not count; the costs that it replaced count again.
     */ isDeleted: Type.Boolean(),
  },
  STRICT,
);
export type CostImportDefinition = Static<typeof CostImportSchema>;

/** An imported file. */
export interface CostImport extends StoredRecord<CostImportDefinition> {
  rows: number;
  first: string;
  last: string;
  cents: number;
  /** Milliseconds since the epoch. */
  importedAt: number;
  /** Email address of the account. */
  importedBy: string;
}

export interface AdCostsResponse {
  costs: AdCost[];
  /** Newest first, without deleted ones. */
  imports: CostImport[];
}

export const AD_COSTS_ROUTES = {
  "GET /ad-costs": {
    access: "read analytics",
    query: AdCostsQuerySchema,
    response: response<AdCostsResponse>(),
  },
  "POST /ad-costs": {
    access: "edit analytics",
    body: CostFileSchema,
    response: response<CostImport>(),
    invalidates: ["GET /ad-costs", "GET /changes"],
  },
  "POST /ad-costs/preview": {
    access: "edit analytics",
    body: CostFileSchema,
    response: response<CostPreview>(),
  },
  "PUT /ad-costs/:id": {
    access: "edit analytics",
    body: RecordChange(CostImportSchema),
    response: response<CostImport>(),
    invalidates: ["GET /ad-costs", "GET /changes"],
  },
} as const satisfies RouteRows;
