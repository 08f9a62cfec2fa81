import { DIMENSIONS, METRICS, PROPERTY_PREFIX, TEXT_OPERATORS, TIME_DIMENSIONS } from "@marquee/contract";
import { QueryResponseSchema, QueryRowSchema, QuerySchema } from "@marquee/contract/schema";
import { API_DIMENSIONS } from "../domains/questions/plausibleNames.ts";

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const TEXT = { type: "string" };
/** An array with these members. */
const tuple = (prefixItems: object[], minItems = prefixItems.length) => ({
  type: "array",
  prefixItems,
  items: false,
  minItems,
});
const choice = (name: string, title: string, description: string) => ({ const: name, title, description });

const METRIC_CHOICES = Object.entries(METRICS).map(([name, { title, definition, unit }]) =>
  choice(name, title, `${definition} Unit: ${unit}.`),
);
const PROPERTY = {
  type: "string",
  pattern: `^${PROPERTY_PREFIX}.+`,
  title: "Property",
  description: `A property of events, such as ${PROPERTY_PREFIX}plan.`,
};
const FILTER_DIMENSIONS = [
  ...Object.entries({ ...DIMENSIONS, ...API_DIMENSIONS }).map(([name, { title, group }]) =>
    choice(name, title, `Group: ${group}.`),
  ),
  PROPERTY,
];
const TIMES = TIME_DIMENSIONS.map((name) => {
  const interval = name.split(":")[1];
  const explained = interval ? `By ${interval}.` : "By an interval that fits the date range.";
  return choice(name, "Time", `${explained} Times are in the site's time zone.`);
});
const DateRange = {
  description: "In the site's time zone.",
  anyOf: [
    {
      type: "string",
      enum: ["day", "24h", "month", "year", "all"],
      description: "The current day, month or year so far, the last 24 hours, or everything.",
    },
    {
      type: "string",
      pattern: "^[1-9]\\d{0,3}(d|mo)$",
      examples: ["7d", "28d", "30d", "91d", "6mo", "12mo"],
      description: "Days or months before the current one, which is not included.",
    },
    {
      ...tuple([TEXT, TEXT]),
      description:
        "First and last date, both included, as YYYY-MM-DD; or two times with offsets, as ISO 8601.",
    },
  ],
};

/** Recursive, as queries combine filters with `and`, `or` and `not`. */
const Filter = {
  anyOf: [
    {
      title: "Value",
      description: "Matches if any of the values does. Regular expressions have the syntax of RE2.",
      ...tuple(
        [
          { type: "string", enum: TEXT_OPERATORS },
          ref("FilterDimension"),
          { type: "array", items: TEXT },
          { type: "object", properties: { case_sensitive: { type: "boolean", default: true } } },
        ],
        3,
      ),
    },
    {
      title: "Segment",
      description: "Matches one of the saved segments with these IDs.",
      ...tuple([{ const: "is" }, { const: "segment" }, { type: "array", items: { type: "integer" } }]),
    },
    {
      title: "Combination",
      ...tuple([
        { type: "string", enum: ["and", "or"] },
        { type: "array", items: ref("Filter") },
      ]),
    },
    {
      title: "Negation, or behavior in the same visit",
      ...tuple([{ type: "string", enum: ["not", "has_done", "has_not_done"] }, ref("Filter")]),
    },
  ],
};

const { properties } = QuerySchema;

/** Schemas by name: those that the server checks, with the names that it checks itself, and their parts. */
export const API_SCHEMAS = {
  Query: {
    ...QuerySchema,
    properties: {
      ...properties,
      site_id: { ...properties.site_id, description: "The site's ID: its host at the first start." },
      metrics: { ...properties.metrics, items: ref("Metric") },
      date_range: ref("DateRange"),
      dimensions: { ...properties.dimensions, items: ref("Dimension") },
      filters: { ...properties.filters, items: ref("Filter"), description: "All of them must match." },
      order_by: {
        ...properties.order_by,
        items: tuple([
          { anyOf: [ref("Metric"), ref("Dimension")] },
          { type: "string", enum: ["asc", "desc"] },
        ]),
      },
    },
  },
  Metric: { description: "A number with a definition.", anyOf: METRIC_CHOICES },
  FilterDimension: { anyOf: FILTER_DIMENSIONS },
  Dimension: { anyOf: [ref("FilterDimension"), ...TIMES] },
  DateRange,
  Filter,
  QueryResponse: {
    ...QueryResponseSchema,
    properties: { ...QueryResponseSchema.properties, results: { type: "array", items: ref("Row") } },
  },
  Row: QueryRowSchema,
};
