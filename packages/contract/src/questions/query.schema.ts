import Type, { type Static } from "typebox";
import { PeriodSchema } from "../kernel/dateRange.schema.ts";
import type { RouteRows } from "../kernel/routeRow.ts";
import { IMPORT_SKIP_REASONS, type ImportedRange, type ImportSkipReason } from "./importedData.ts";
import { METRIC_NAMES, type MetricName } from "./metrics.ts";
import type { ComparisonWarning, MetricValue, Query } from "./query.ts";

const TEXT = Type.String({ maxLength: 2000 });
const LABEL = Type.String({ maxLength: 200 });

/** The shape of a list of filters. */
export const FiltersSchema = Type.Array(Type.Array(Type.Unknown(), { maxItems: 4 }), { maxItems: 50 });

/** The shape of a query. The server checks names, operators and how they combine, because its messages say more than a schema could. */
export const QuerySchema = Type.Object(
  {
    site_id: PeriodSchema.properties.site_id,
    metrics: Type.Array(LABEL, { minItems: 1, maxItems: METRIC_NAMES.length }),
    date_range: PeriodSchema.properties.date_range,
    dimensions: Type.Optional(Type.Array(TEXT, { maxItems: 5 })),
    filters: Type.Optional(FiltersSchema),
    order_by: Type.Optional(Type.Array(Type.Array(TEXT, { minItems: 2, maxItems: 2 }), { maxItems: 20 })),
    include: Type.Optional(
      Type.Object(
        {
          imports: Type.Optional(Type.Boolean()),
          time_labels: Type.Optional(Type.Boolean()),
          total_rows: Type.Optional(Type.Boolean()),
          comparisons: Type.Optional(
            Type.Object(
              {
                mode: LABEL,
                date_range: Type.Optional(Type.Array(LABEL, { minItems: 2, maxItems: 2 })),
                match_day_of_week: Type.Optional(Type.Boolean()),
              },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    pagination: Type.Optional(
      Type.Object(
        {
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
          offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** What a query without a date range is limited to. */
export const FiltersQuerySchema = Type.Pick(QuerySchema, ["site_id", "filters"], {
  additionalProperties: false,
});

/** What a query is limited to: a site, a date range and filters. */
export const QueryScopeSchema = Type.Pick(QuerySchema, ["site_id", "date_range", "filters"], {
  additionalProperties: false,
});

const Texts = Type.Array(Type.String());
const Value = Type.Unsafe<MetricValue>({ type: ["number", "null"] });
/** By metric. */
const Warnings = <Warning>() =>
  Type.Optional(
    Type.Unsafe<Partial<Record<MetricName, Warning>>>({
      type: "object",
      additionalProperties: { type: "object" },
    }),
  );

/** To the console, hours are ISO 8601 times with offsets. */
export const QueryRowSchema = Type.Object({
  dimensions: Type.Array(Type.String(), {
    description:
      "In the order of the query's dimensions. Times are dates, or for hours YYYY-MM-DD HH:MM:SS, in the site's time zone.",
  }),
  metrics: Type.Array(Value, { description: "In the order of the query's metrics; null if not defined." }),
  comparison: Type.Optional(
    Type.Object(
      {
        dimensions: Texts,
        metrics: Type.Array(Value),
        change: Type.Array(Value, { description: "In percent; for rates in percentage points." }),
      },
      { description: "The same row of the earlier date range." },
    ),
  ),
});
export type QueryRow = Static<typeof QueryRowSchema>;

export const QueryResponseSchema = Type.Object({
  results: Type.Array(QueryRowSchema),
  meta: Type.Object({
    time_labels: Type.Optional(Texts),
    present_index: Type.Optional(
      Type.Integer({ description: "The bucket with the current time, which is not over." }),
    ),
    /** Starts of the earlier range's buckets. */
    comparison_time_labels: Type.Optional(Texts),
    total_rows: Type.Optional(Type.Integer({ description: "Number of rows without pagination." })),
    imports_included: Type.Optional(
      Type.Boolean({ description: "Whether imported days are part of the answer." }),
    ),
    imports_skip_reason: Type.Optional(Type.Unsafe<ImportSkipReason>({ enum: [...IMPORT_SKIP_REASONS] })),
    /** Warning about figures with imported days. */
    imports_warning: Type.Optional(Type.String()),
    /** Imported days of the range and of its comparison range (our extension). */
    imported_ranges: Type.Optional(
      Type.Array(
        Type.Unsafe<ImportedRange>({
          type: "object",
          properties: { system: Type.String(), first: Type.String(), last: Type.String() },
        }),
      ),
    ),
    /** Metrics missing in some or all imported days. */
    metric_warnings: Warnings<{ code: "no_imported_data"; warning: string }>(),
    /**
     * Metrics whose change is null because the earlier range is not covered in the same way, with the reason
     * (our extension).
     */
    comparison_warnings: Warnings<ComparisonWarning>(),
  }),
  /** The date ranges are two times with offsets. */
  query: Type.Unsafe<
    Query & {
      date_range: readonly [from: string, to: string];
      comparison_date_range?: readonly [from: string, to: string];
    }
  >({ type: "object", description: "The query as it was answered, with all defaults." }),
});
export type QueryResponse = Static<typeof QueryResponseSchema>;

export const QUERY_ROUTES = {
  "POST /query": { access: "read analytics", body: QuerySchema, response: QueryResponseSchema },
} as const satisfies RouteRows;
