import { MAX_METRICS } from "@marquee/contract";
import { Type } from "typebox";
import { Compile } from "typebox/compile";

/**
 * Metrics a client reports about itself. Names and tags are short, so that they can't contain visitor data.
 */
const MetricSchema = Type.Object({
  type: Type.Literal("Counter"),
  metric: Type.String({ pattern: "^(analytics_js|marquee)(\\.[a-z_]{1,32}){1,4}$" }),
  value: Type.Integer({ minimum: 1, maximum: 100_000 }),
  tags: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** The body of `POST /m` (specification, section 7). */
const MetricsReportSchema = Type.Object({ series: Type.Array(MetricSchema, { maxItems: MAX_METRICS }) });

export type MetricsReport = Type.Static<typeof MetricsReportSchema>;

const checker = Compile(MetricsReportSchema);

/** @returns null for anything but a report; a report's further members are ignored. */
export function parseMetricsReport(body: unknown): MetricsReport | null {
  return checker.Check(body) ? body : null;
}
