import {
  formatMetric,
  METRICS,
  type MetricName,
  type NamedDimension,
  NO_CONSENT,
  type QueryRow,
} from "@marquee/contract";
import clsx from "clsx";
import { Link } from "wouter";
import { dimensionTitle, valueTitle } from "../filters/dimensionTexts.ts";

/** Headers of narrow columns. */
const SHORT_TITLES: Partial<Record<MetricName, string>> = {
  percentage: "Share",
  conversion_rate: "Rate",
  group_conversion_rate: "Rate",
};

interface RankingTableProps {
  dimension: NamedDimension;
  /** The metric that ranks the list, then others such as a rate. */
  metrics: readonly MetricName[];
  rows: readonly QueryRow[];
  /** URL of the screen filtered by a value; null for no links. */
  hrefOf: ((value: string) => string) | null;
}

const NUMBER = "py-0 pl-3 text-right align-middle tabular-nums";

/** Values of a dimension, each with a bar and a link that filters a screen by it. */
export function RankingTable({ dimension, metrics, rows, hrefOf }: RankingTableProps) {
  const most = Math.max(1, ...rows.map((row) => row.metrics[0] ?? 0));
  return (
    <table className="w-full table-fixed text-xs">
      <caption className="sr-only">{dimensionTitle(dimension)}</caption>
      <thead>
        <tr className="text-ink-muted">
          <th scope="col" className="py-2 text-left font-normal">
            {dimensionTitle(dimension)}
          </th>
          {metrics.map((metric) => (
            <th
              key={metric}
              scope="col"
              title={METRICS[metric].definition}
              className={clsx(
                "py-2 pl-3 text-right font-normal",
                metrics.length > 2 ? "w-17 sm:w-20" : "w-20",
              )}
            >
              {SHORT_TITLES[metric] ?? METRICS[metric].title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ dimensions: [value = ""], metrics: values }) => {
          const name = valueTitle(dimension, value);
          return (
            <tr key={value} className="h-8">
              <th scope="row" className="p-0 text-left align-middle font-normal">
                <span className="relative flex h-7 items-center overflow-hidden rounded-[4px] px-2">
                  <Bar share={(values[0] ?? 0) / most} />
                  {value === NO_CONSENT || !hrefOf ? (
                    <span className="relative truncate">{name}</span>
                  ) : (
                    <Link
                      href={hrefOf(value)}
                      title={`Filter by ${name}`}
                      className="relative truncate hover:underline"
                    >
                      {name}
                    </Link>
                  )}
                </span>
              </th>
              {metrics.map((metric, index) => (
                <td
                  key={metric}
                  className={index === 0 ? `${NUMBER} font-medium` : `${NUMBER} text-ink-muted`}
                >
                  {formatMetric(metric, values[index])}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/**
 * Share of the largest, from 0 to 1, as a bar behind the name. The Content-Security-Policy allows no style attributes, so it is an SVG.
 */
function Bar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full"
      preserveAspectRatio="none"
      viewBox="0 0 1 1"
    >
      <rect width={share} height="1" className="fill-leaf/15" />
    </svg>
  );
}
