import { type ExperimentDefinition, type Interval, ONE_HOUR } from "@marquee/contract";
import type { ResultsPoint } from "@marquee/contract/schema";
import { useMemo } from "react";
import type { Line } from "../../../../shared/charts/chartData.ts";
import { SeriesChart } from "../../../../shared/charts/SeriesChart.tsx";
import { formatLift } from "./formatFigures.ts";

const COLORS: readonly Line["color"][] = ["leaf", "iris", "clay", "sky"];

const NARROWEST = 0.05;

const WIDEST = 3;

const ROOM = 2.5;

interface CourseProps {
  course: readonly ResultsPoint[];
  names: Pick<ExperimentDefinition, "variations">;
  /** Name of the metric. */
  metric: string;
}

/** Lift of the primary metric over time, with its always-valid interval. */
export function Course({ course, names, metric }: CourseProps) {
  const { starts, lines, exposed, interval, scale } = useMemo(() => toChart(course, names), [course, names]);
  if (!lines.some(({ values }) => values.filter((value) => value !== null).length > 1)) return null;
  return (
    <section className="mt-10">
      <h3 className="font-medium">Results over time</h3>
      <p className="mb-3 text-ink-muted text-xs">
        Lift of “{metric}” at the end of each {interval}. The band shows the always-valid interval.
      </p>
      <SeriesChart starts={starts} lines={lines} interval={interval} scale={scale} />
      <h4 className="mt-6 mb-3 text-ink-muted text-xs">
        New visitors in the experiment in each {interval}, by their first exposure
      </h4>
      <SeriesChart starts={starts} lines={exposed} interval={interval} height={140} />
    </section>
  );
}

function toChart(course: readonly ResultsPoint[], names: CourseProps["names"]) {
  const lines: Line[] = resultsLines(course, names);
  const [first, second] = course;
  const interval: Interval = first && second && second.at - first.at > 2 * ONE_HOUR ? "day" : "hour";
  return {
    // The end of a day is the start of the next. Subtracting 1 ms labels the point with the day that it ends.
    starts: course.map(({ at }) => at - 1),
    lines,
    exposed: exposureLines(course, names),
    interval,
    scale: {
      format: formatLift,
      say: (value: number | null, name: string) =>
        `${name} ${value === null ? "no data yet" : formatLift(value)}`,
      range: resultsRange(lines),
    },
  };
}

/** Visitors who first saw the experiment in each day or hour, one line per variation. */
function exposureLines(
  course: readonly ResultsPoint[],
  { variations }: Pick<ExperimentDefinition, "variations">,
): Line[] {
  return variations.map(({ key, name }, index) => ({
    name,
    color: index === 0 ? "control" : (COLORS[(index - 1) % COLORS.length] ?? "leaf"),
    isDashed: index > 1,
    values: course.map(
      ({ variations }) => variations.find(({ variation }) => variation === key)?.exposed ?? 0,
    ),
  }));
}

/** One line per variation except the control. All but the first are dashed. */
export function resultsLines(
  course: readonly ResultsPoint[],
  { variations }: Pick<ExperimentDefinition, "variations">,
): Line[] {
  return variations.slice(1).map(({ key, name }, index) => {
    const points = course.map((point) => point.variations.find(({ variation }) => variation === key));
    return {
      name,
      color: COLORS[index % COLORS.length] ?? "leaf",
      isDashed: index > 0,
      values: points.map((point) => point?.lift ?? null),
      band: {
        low: points.map((point) => point?.sequential?.[0] ?? null),
        high: points.map((point) => point?.sequential?.[1] ?? null),
      },
    };
  });
}

/** Range of the axis: fits the last values with room around them. Early values, which vary widely, may be cut off. */
export function resultsRange(lines: readonly Line[]): [number, number] {
  const last = lines.flatMap(({ values, band }) => [values.at(-1), band?.low.at(-1), band?.high.at(-1)]);
  const largest = Math.max(0, ...last.filter((value) => value != null).map(Math.abs));
  const end = Math.min(WIDEST, Math.max(NARROWEST, largest * ROOM));
  // A counted metric can't fall by more than 100%, so there is nothing to show below that.
  return [Math.min(-Math.min(1, end), ...last.filter((value) => value != null)), end];
}
