import type { MetricName, NamedDimension, Query, QueryResponse } from "@marquee/contract";
import { QueryResponseSchema, QuerySchema } from "@marquee/contract/schema";
import type { TSchema } from "typebox";

/** All that is said about an operation of the public API: its route and its description follow from it. */
export interface ApiRoute {
  operationId: string;
  tag: string;
  summary: string;
  /** What clients send, in messages. */
  what: string;
  maxBytes: number;
  body: { name: string; schema: TSchema; examples: (siteId: string) => Record<string, Example> };
  response: { name: string; schema: TSchema; description: string; example: (siteId: string) => unknown };
  /** A message about a body that is not valid. */
  problem: string;
}

interface Example {
  summary: string;
  value: unknown;
}

export const API_ROUTES = {
  "POST /api/v2/query": {
    operationId: "query",
    tag: "Figures",
    summary: "Answer a query",
    what: "query",
    maxBytes: 64 * 1024,
    body: { name: "Query", schema: QuerySchema, examples: requestExamples },
    response: {
      name: "QueryResponse",
      schema: QueryResponseSchema,
      description: "The rows.",
      example: responseExample,
    },
    problem: 'Unknown metric "visitor".',
  },
} as const satisfies Record<`POST /api/${string}`, ApiRoute>;

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
