import { type ExperimentDefinition, ONE_HOUR } from "@marquee/contract";
import type { CoursePoint, Interval } from "@marquee/contract/schema";
import { useMemo } from "react";
import type { Line } from "../../../../shared/charts/chart.types.ts";
import { SeriesChart } from "../../../../shared/charts/SeriesChart.tsx";
import { courseLines, courseRange } from "./courseLines.ts";
import { formatLift } from "./formatFigures.ts";

interface CourseProps {
  course: readonly CoursePoint[];
  names: Pick<ExperimentDefinition, "variations">;
  /** Name of the metric. */
  metric: string;
}

/** How the lift of the first metric came to be what it is, with the interval that holds at any time. */
export function Course({ course, names, metric }: CourseProps) {
  const { starts, lines, interval, scale } = useMemo(() => toChart(course, names), [course, names]);
  if (!lines.some(({ values }) => values.filter((value) => value !== null).length > 1)) return null;
  return (
    <section className="mt-10">
      <h3 className="font-medium">Course over time</h3>
      <p className="mb-3 text-ink-muted text-xs">
        Lift of “{metric}” as it stood at the end of each {interval}; the band is the interval that holds at
        any time.
      </p>
      <SeriesChart starts={starts} lines={lines} interval={interval} scale={scale} />
    </section>
  );
}

function toChart(course: readonly CoursePoint[], names: CourseProps["names"]) {
  const lines: Line[] = courseLines(course, names);
  const [first, second] = course;
  const interval: Interval = first && second && second.at - first.at > 2 * ONE_HOUR ? "day" : "hour";
  return {
    // The end of a day is the beginning of the next: it is named after the one that it ends.
    starts: course.map(({ at }) => at - 1),
    lines,
    interval,
    scale: {
      format: formatLift,
      say: (value: number | null, name: string) =>
        `${name} ${value === null ? "not yet" : formatLift(value)}`,
      range: courseRange(lines),
    },
  };
}
