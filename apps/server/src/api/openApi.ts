import {
  DIMENSIONS,
  METRICS,
  type MetricName,
  type NamedDimension,
  PROPERTY_PREFIX,
  type Query,
  type QueryResponse,
  TEXT_OPERATORS,
  TIME_DIMENSIONS,
} from "@marquee/contract";
import { QueryResponseSchema, QueryRowSchema, QuerySchema } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { MAX_REQUESTS } from "../domains/apiKeys/authenticateKey.ts";
import { API_DIMENSIONS } from "../domains/questions/plausibleNames.ts";
import { MAX_QUERY_BYTES } from "./queryRoutes.ts";

interface OpenApiOptions {
  /** Origin of the API. */
  origin: string;
  /** The Site's ID. */
  siteId: string;
}

/** Where the API is described, for people and for tools that generate clients. */
const OPEN_API_PATH = "/api/openapi.json";

/** Public: besides the Site's ID, which is its host, it contains nothing that docs/api.md does not. */
export function registerOpenApi(server: FastifyInstance, options: OpenApiOptions): void {
  const document = JSON.stringify(createOpenApi(options));
  server.get(OPEN_API_PATH, (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("application/json").send(document),
  );
}

/** The description of the public API as OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
export function createOpenApi({ origin, siteId }: OpenApiOptions) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Marquee API",
      version: "2",
      summary: "Figures of the website, in the format of Plausible's Stats API v2.",
      description:
        "Owners create keys in the console under API keys. A key can read every figure of the site but change nothing; keep it on a server.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    tags: [{ name: "Figures" }],
    paths: { "/api/v2/query": { post: queryOperation(siteId) } },
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key from the console's API keys screen." },
      },
      schemas: {
        Query: querySchema(),
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
        Error: {
          type: "object",
          properties: { error: { type: "string", description: "What is wrong and how to fix it." } },
          required: ["error"],
        },
      },
      headers: {
        "Retry-After": {
          description: "Seconds until the next request is allowed.",
          schema: { type: "integer", minimum: 1 },
        },
      },
    },
  };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
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

/** The schema that the server checks, with the names that the query code checks. */
function querySchema() {
  const { properties, ...schema } = QuerySchema;
  return {
    ...schema,
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
  };
}

function queryOperation(siteId: string) {
  return {
    operationId: "query",
    tags: ["Figures"],
    summary: "Answer a query",
    description: `Up to ${MAX_REQUESTS} requests an hour with each key, and ${MAX_QUERY_BYTES / 1024} KB a query.`,
    requestBody: {
      required: true,
      content: { "application/json": { schema: ref("Query"), examples: requestExamples(siteId) } },
    },
    responses: {
      200: {
        description: "The rows.",
        content: { "application/json": { schema: ref("QueryResponse"), example: responseExample(siteId) } },
      },
      400: failure("The query is not valid.", 'Unknown metric "visitor".'),
      401: failure("The key or the site's ID is not valid.", "Invalid API key or site ID."),
      413: failure("The query is too large.", "The query is too large."),
      415: failure("The body is not JSON.", "Send the query as JSON."),
      429: { ...failure("Too many requests.", "Try again in 12 minutes."), headers: RETRY_AFTER },
      503: failure("The stores are unavailable.", "Data is unavailable right now."),
    },
  };
}

const RETRY_AFTER = { "Retry-After": { $ref: "#/components/headers/Retry-After" } };

function failure(description: string, error: string) {
  return { description, content: { "application/json": { schema: ref("Error"), example: { error } } } };
}

function requestExamples(site_id: string): Record<string, { summary: string; value: Query }> {
  const metrics: MetricName[] = ["visitors", "pageviews", "bounce_rate"];
  const source: NamedDimension = "visit:source";
  return {
    totals: { summary: "Totals of 30 days", value: { site_id, metrics, date_range: "30d" } },
    sources: {
      summary: "Sources that bring mobile visitors from Germany and their leads, most visitors first",
      value: {
        site_id,
        metrics: ["visitors", "leads"],
        date_range: "28d",
        dimensions: [source],
        filters: [
          ["is", "visit:country", ["DE"]],
          ["is", "visit:device", ["mobile"]],
        ],
        order_by: [["visitors", "desc"]],
        include: { total_rows: true },
        pagination: { limit: 100, offset: 0 },
      },
    },
    days: {
      summary: "Visitors by day in October, compared with the days before",
      value: {
        site_id,
        metrics: ["visitors"],
        date_range: ["2026-10-01", "2026-10-31"],
        dimensions: ["time:day"],
        include: { time_labels: true, comparisons: { mode: "previous_period" } },
      },
    },
  };
}

function responseExample(site_id: string): QueryResponse {
  const date_range = ["2026-10-01T00:00:00+02:00", "2026-10-31T23:59:59+01:00"] as const;
  return {
    results: [
      { dimensions: ["Google"], metrics: [5120, 41] },
      { dimensions: ["Newsletter"], metrics: [812, 14] },
    ],
    meta: { total_rows: 2 },
    query: {
      site_id,
      metrics: ["visitors", "leads"],
      date_range,
      dimensions: ["visit:source"],
      filters: [],
      include: { total_rows: true },
      pagination: { limit: 10_000, offset: 0 },
    },
  };
}
