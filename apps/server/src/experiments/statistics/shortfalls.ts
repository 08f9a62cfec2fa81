import type { Settings } from "./analyse.types.ts";
import type { Shortfall } from "./decide.ts";
import { isProportion, type Sample } from "./sample.ts";

const lacking = (shortfalls: readonly Shortfall[]): readonly Shortfall[] =>
  shortfalls.filter(({ needed, seen }) => seen < needed);

const fewestUsers = (samples: readonly Sample[]): number => Math.min(...samples.map(({ users }) => users));

/** What is missing before even a clear result is believed. */
export function minimumShortfalls(
  samples: readonly Sample[],
  daysRun: number,
  settings: Settings,
): readonly Shortfall[] {
  const conversions = samples.reduce(
    (sum, sample) => sum + (isProportion(sample) ? sample.conversions : 0),
    0,
  );
  const counted = samples.every(isProportion) ? settings.minimumConversions : 0;
  return lacking([
    { kind: "users", needed: settings.minimumUsers, seen: fewestUsers(samples) },
    { kind: "conversions", needed: counted, seen: conversions },
    { kind: "days", needed: settings.minimumDays, seen: daysRun },
  ]);
}

/** What the smallest variant lacks of the planned sample; a plan that cannot be told yet is not reached. */
export function plannedShortfalls(
  samples: readonly Sample[],
  needed: number | undefined,
): readonly Shortfall[] {
  const seen = fewestUsers(samples);
  return lacking([{ kind: "planned-sample", needed: needed ?? seen + 1, seen }]);
}
