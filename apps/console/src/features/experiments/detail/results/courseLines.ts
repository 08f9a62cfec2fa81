import type { ExperimentDefinition } from "@marquee/contract";
import type { CoursePoint } from "@marquee/contract/schema";
import type { Line } from "../../../../shared/charts/chart.types.ts";

const COLORS: readonly Line["color"][] = ["leaf", "iris", "clay", "sky"];

/** One line for each variation beside the control; from the second on they are broken. */
export function courseLines(
  course: readonly CoursePoint[],
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

const NARROWEST = 0.05;
const WIDEST = 3;
const ROOM = 2.5;

/** Ends of the axis: room for where the lines end up. The first days, when nothing is known, run out of it. */
export function courseRange(lines: readonly Line[]): [number, number] {
  const last = lines.flatMap(({ values, band }) => [values.at(-1), band?.low.at(-1), band?.high.at(-1)]);
  const largest = Math.max(0, ...last.filter((value) => value != null).map(Math.abs));
  const end = Math.min(WIDEST, Math.max(NARROWEST, largest * ROOM));
  // Nothing that is counted falls by more than all of it, so that there is nothing to see further down.
  return [Math.min(-Math.min(1, end), ...last.filter((value) => value != null)), end];
}
