import Type from "typebox";
import { DONE, type RouteRows, response } from "./kernel/routeRow.ts";
import type { ImportSystem } from "./questions/importedData.ts";
import type { MetricName } from "./questions/metrics.ts";

/** Bytes of an uploaded file. */
export const MAX_IMPORT_BYTES = 50_000_000;

export const ImportQuerySchema = Type.Object({
  /** Name of the file. */
  name: Type.String({ minLength: 1, maxLength: 200 }),
});

/** The file itself, as `application/octet-stream`. */
export const ImportFileSchema = Type.Unsafe<Blob>({});

/** A place in a file that cannot be imported. */
export interface ImportProblem {
  /** Name of the CSV file, even within an archive. */
  file: string;
  /** As editors count lines; 0 for the whole file. */
  line: number;
  /** Name of the column; empty for the whole line. */
  column: string;
  /** Description of the problem and how to fix it. */
  message: string;
}

/** Imported data of one dimension. */
export interface ImportedReport {
  /** Empty for totals of days. */
  dimension: string;
  metrics: MetricName[];
  /** First and last day, as in ISO 8601. */
  first: string;
  last: string;
  days: number;
  rows: number;
}

/** A part of a file that is not imported, or possibly not as intended. */
export interface IgnoredPart {
  /** Such as a table or a column. */
  part: string;
  reason: string;
}

/** Result of importing a file. Nothing is imported while there are problems. */
export interface ImportPreview {
  /** Null if the file is not recognized. */
  system: ImportSystem | null;
  /** The first ones. */
  problems: ImportProblem[];
  problemCount: number;
  reports: ImportedReport[];
  ignored: IgnoredPart[];
  /** Imported parts that may be misinterpreted. */
  doubtful: IgnoredPart[];
  /** First and last day; empty without rows. */
  first: string;
  last: string;
  rows: number;
  /** Totals of the days; null if the file has none. */
  visitors: number | null;
  visits: number | null;
  pageviews: number | null;
}

export interface HistoryImport {
  id: number;
  system: ImportSystem;
  name: string;
  first: string;
  last: string;
  rows: number;
  reports: ImportedReport[];
  /** Milliseconds since the epoch. */
  importedAt: number;
  /** Email address of the account. */
  importedBy: string;
}

export interface ImportsResponse {
  /** Newest first, without those that were undone. */
  imports: HistoryImport[];
  /** The first day with visits measured here, as in ISO 8601, or today; only earlier days are imported. */
  measuredSince: string;
}

export const IMPORTS_ROUTES = {
  "GET /imports": { access: "edit analytics", response: response<ImportsResponse>() },
  "POST /imports": {
    access: "edit analytics",
    query: ImportQuerySchema,
    body: ImportFileSchema,
    response: response<HistoryImport>(),
    invalidates: ["*"],
  },
  "POST /imports/preview": {
    access: "edit analytics",
    query: ImportQuerySchema,
    body: ImportFileSchema,
    response: response<ImportPreview>(),
  },
  "POST /imports/:id/undo": { access: "edit analytics", response: DONE, invalidates: ["*"] },
} as const satisfies RouteRows;
