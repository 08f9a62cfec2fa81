import { median } from "../support/statistics.ts";
import { PROTOCOLS, type Protocol } from "./deliveryProxy.ts";
import type { Load } from "./visits.ts";

/** A site in the comparison. */
export interface Contestant {
  name: string;
  kind: "ours" | "one line" | "peer";
  /** URL of its own server, without a trailing slash. */
  origin: string;
}

/** One round's figures of a contestant. The page of one line has no menu and no links. */
export interface Visit {
  contestant: string;
  protocol: Protocol;
  load: Load;
  /** Milliseconds. */
  menuClick?: number;
  navigation?: number;
}

interface Metric {
  what: string;
  unit: "ms" | "KB" | "";
  of: (visit: Visit) => number | undefined;
}

const KB = 1024;

const METRICS: readonly Metric[] = [
  { what: "First contentful paint", unit: "ms", of: ({ load }) => load.firstPaint },
  { what: "Largest contentful paint", unit: "ms", of: ({ load }) => load.largestPaint },
  { what: "Total blocking time", unit: "ms", of: ({ load }) => load.blocking },
  { what: "Menu click to next paint, at first paint", unit: "ms", of: ({ menuClick }) => menuClick },
  { what: "Navigation to pricing", unit: "ms", of: ({ navigation }) => navigation },
  { what: "Received before load", unit: "KB", of: ({ load }) => load.bytesBeforeLoad / KB },
  { what: "Received in all", unit: "KB", of: ({ load }) => load.bytes / KB },
  { what: "JS before load", unit: "KB", of: ({ load }) => load.scriptBytesBeforeLoad / KB },
  { what: "JS in all", unit: "KB", of: ({ load }) => load.scriptBytes / KB },
  { what: "Requests before load", unit: "", of: ({ load }) => load.requestsBeforeLoad },
  { what: "Requests in all", unit: "", of: ({ load }) => load.requests },
];

/** A Markdown table of medians, with our value divided by each other's in brackets. The first contestant is ours. */
export function toTable(contestants: readonly Contestant[], visits: readonly Visit[]): string {
  const header = ["what", ...contestants.map(({ name }) => name)];
  const rule = ["---", ...contestants.map(() => "---:")];
  const rows = PROTOCOLS.flatMap((protocol) =>
    METRICS.map((metric) => {
      const values = contestants.map(({ name }) =>
        medianOf(
          visits.filter((visit) => visit.contestant === name && visit.protocol === protocol),
          metric,
        ),
      );
      const [ours] = values;
      const cells = values.map((value, index) => formatCell(value, index === 0 ? undefined : ours, metric));
      return [`${metric.what}, ${protocol}`, ...cells];
    }),
  );
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function medianOf(visits: readonly Visit[], { of }: Metric): number | undefined {
  const values = visits.map(of).filter((value) => value !== undefined);
  return values.length > 0 ? median(values) : undefined;
}

function formatCell(value: number | undefined, ours: number | undefined, { unit }: Metric): string {
  if (value === undefined) return "";
  const figure =
    `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`.trim();
  return ours === undefined || value === 0 ? figure : `${figure} (${(ours / value).toFixed(2)})`;
}
