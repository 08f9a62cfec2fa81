import Type from "typebox";
import { PeriodSchema } from "../kernel/dateRange.schema.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { METRIC_NAMES } from "./metrics.ts";
import type { QueryResponse } from "./query.ts";

const TEXT = Type.String({ maxLength: 2000 });
const LABEL = Type.String({ maxLength: 200 });

/** The shape of a list of filters. */
export const FiltersSchema = Type.Array(Type.Array(Type.Unknown(), { maxItems: 4 }), { maxItems: 50 });

const MAX_FILTERS_LENGTH = 20_000;

/** What a screen is limited to, in the query string of its routes: a list of filters as JSON. */
export const FiltersParamSchema = Type.Object({
  filters: Type.Optional(Type.String({ maxLength: MAX_FILTERS_LENGTH })),
});

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

/** What a query is limited to: a site, a date range and filters. */
export const QueryScopeSchema = Type.Pick(QuerySchema, ["site_id", "date_range", "filters"], {
  additionalProperties: false,
});

export const QUERY_ROUTES = {
  "POST /query": { access: "read analytics", body: QuerySchema, response: response<QueryResponse>() },
} as const satisfies RouteRows;
