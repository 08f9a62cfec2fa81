import type { Metric } from "@marquee/contract";
import { repeated } from "./repeated.ts";

/** What is wrong with the metrics. The first decides, so that it is hoped for and not merely watched. */
export function metricProblems(metrics: readonly Metric[]): string[] {
  return [
    ...repeated(metrics.map(({ id }) => id)).map(
      (id) => `metrics: ${id} is the id of two metrics; each needs its own.`,
    ),
    ...(metrics[0]?.isGuardrail
      ? [
          "metrics.0: The first metric decides the experiment and cannot be a guardrail; put another one first.",
        ]
      : []),
    ...metrics.flatMap(problemsOfOne),
  ];
}

function problemsOfOne({ name, type, property, path }: Metric, index: number): string[] {
  const place = `metrics.${index}`;
  return [
    ...(type === "mean" && property.trim() === ""
      ? [`${place}.property: ${name} is a mean; name the numeric property of the event to average.`]
      : []),
    ...(type !== "mean" && property !== ""
      ? [`${place}.property: Only a mean has a property; ${name} is a ${type}.`]
      : []),
    ...(path === "" || path === "*" || path.startsWith("/")
      ? []
      : [`${place}.path: Write a path of this site that starts with "/", such as /pricing or /lp/*.`]),
  ];
}
