import type { Dimension } from "./dimensions.ts";

/** Systems whose exports can be imported. */
export const IMPORT_SYSTEMS = {
  ga4: { title: "GA4", name: "Google Analytics 4" },
  plausible: { title: "Plausible", name: "Plausible" },
} as const;
export type ImportSystem = keyof typeof IMPORT_SYSTEMS;

/** Dimensions that imported days have; totals of days have none. */
export const IMPORTED_DIMENSIONS = [
  "event:page",
  "event:hostname",
  "event:name",
  "visit:entry_page",
  "visit:exit_page",
  "visit:source",
  "visit:channel",
  "visit:referrer",
  "visit:utm_source",
  "visit:utm_medium",
  "visit:utm_campaign",
  "visit:utm_content",
  "visit:utm_term",
  "visit:country",
  "visit:device",
  "visit:browser",
  "visit:browser_version",
  "visit:os",
  "visit:os_version",
] as readonly Dimension[];

/** Why a response has no imported days, as in Plausible's Stats API v2. */
export const IMPORT_SKIP_REASONS = ["no_imported_data", "out_of_range", "unsupported_query"] as const;
export type ImportSkipReason = (typeof IMPORT_SKIP_REASONS)[number];

/** Imported days of a response: an unbroken range, both days included. */
export interface ImportedRange {
  system: ImportSystem;
  first: string;
  last: string;
}
