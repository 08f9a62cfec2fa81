import {
  CLIENT_COUNTER_PREFIX,
  COUNTERS,
  MAX_METRICS,
  MAX_METRICS_BYTES,
  type Milliseconds,
  ONE_HOUR,
  type RejectionReason,
  type Timestamp,
} from "@marquee/contract";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { CollectedRequest, Received } from "./collectedRequest.ts";
import type { Counters } from "./counters.ts";
import { readJson, type WireBody } from "./readJson.ts";
import { RejectedRequest } from "./rejectedRequest.ts";
import { isAddress } from "./stripAddresses.ts";

/** A metric that a client reports about itself. Names are short and from a fixed alphabet, so that they can't contain visitor data. */
const MetricSchema = Type.Object({
  type: Type.Literal("Counter"),
  metric: Type.String({ pattern: "^(analytics_js|marquee)(\\.[a-z_]{1,32}){1,4}$" }),
  value: Type.Integer({ minimum: 1, maximum: 100_000 }),
  tags: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** The body of `POST /m` (specification, section 7). */
const MetricsReportSchema = Type.Object({ series: Type.Array(MetricSchema, { maxItems: MAX_METRICS }) });

type MetricsReport = Type.Static<typeof MetricsReportSchema>;

const checker = Compile(MetricsReportSchema);

/** Limits the number of metric names (including labels) that are counted, because each adds a row per minute and clients can invent new ones. */
interface MetricNames {
  /**
   * Starts the state of one report.
   * @returns a function that returns whether a name may be counted.
   */
  ofReport(): (name: string) => boolean;
}

/** Limit of names per report; a client has about a dozen. */
const MAX_OF_REPORT = 50;

/** Limit of names per {@link NAMES_WINDOW}. */
const MAX_OF_HOUR = 500;

const NAMES_WINDOW: Milliseconds = ONE_HOUR;

interface MetricsOptions {
  counters: Pick<Counters, "add">;
  now: () => Timestamp;
}

const TOO_MANY_METRICS: RejectionReason = "too_many_metrics";

/** Tags that become a counter's label, in this order; all others are ignored. */
const LABEL_TAGS = ["library", "method", "integration_name", "type", "reason"];
const TAG_VALUE = /^[\w.:@/ -]{1,64}$/;

/** Receives metrics of clients about themselves: attempts, failures and dropped events as `{ series: [...] }`. */
export function createMetricsReceiver({ counters, now }: MetricsOptions) {
  const names = createMetricNames(now);
  /** @throws {RejectedRequest} for an invalid report. */
  return async ({ contentEncoding }: CollectedRequest, body: WireBody): Promise<Received> => {
    const limits = { encoding: contentEncoding, maxDecodedBytes: MAX_METRICS_BYTES };
    const report = parseMetricsReport(await readJson(body, limits));
    if (!report) throw invalidReport();
    const takeName = names.ofReport();
    for (const { metric, value, tags } of report.series) {
      const label = labelOf(tags);
      if (takeName(`${metric} ${label}`)) counters.add(CLIENT_COUNTER_PREFIX + metric, label, value);
      else counters.add(COUNTERS.rejected, TOO_MANY_METRICS);
    }
    return { rejected: [] };
  };
}

function labelOf(tags: MetricsReport["series"][number]["tags"] = {}): string {
  const labels = LABEL_TAGS.map((name) => {
    const value = Object.hasOwn(tags, name) ? tags[name] : null;
    return typeof value === "string" && TAG_VALUE.test(value) && !isAddress(value)
      ? `${name}:${value}`
      : null;
  });
  return labels.filter((label) => label !== null).join(" ");
}

function invalidReport(): RejectedRequest {
  const message = `series must be a list of at most ${MAX_METRICS} counters: { type: "Counter", metric, value, tags }, the metric named analytics_js.… or marquee.….`;
  return new RejectedRequest({ statusCode: 400, reason: "invalid_member", message });
}

function createMetricNames(now: () => Timestamp): MetricNames {
  let hourNames = new Set<string>();
  let began = now();
  const forget = () => {
    if (now() - began < NAMES_WINDOW) return;
    began = now();
    hourNames = new Set();
  };
  return {
    ofReport() {
      forget();
      const reportNames = new Set<string>();
      return (name) => {
        const isKnown = hourNames.has(name) || hourNames.size < MAX_OF_HOUR;
        if (!isKnown || (!reportNames.has(name) && reportNames.size >= MAX_OF_REPORT)) return false;
        reportNames.add(name);
        hourNames.add(name);
        return true;
      };
    },
  };
}

/** @returns null for an invalid report. Unknown properties are ignored. */
function parseMetricsReport(body: unknown): MetricsReport | null {
  return checker.Check(body) ? body : null;
}
