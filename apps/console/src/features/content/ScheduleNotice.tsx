import type { DraftSchedule } from "@marquee/contract/schema";
import { formatPrecise } from "../../shared/format/format.ts";

/** When a draft is published by itself, or why it was not. */
export function ScheduleNotice({ schedule }: { schedule: DraftSchedule }) {
  const { at, by, isChanged, problem } = schedule;
  if (problem !== null)
    return (
      <p className="wrap-anywhere text-clay">
        Not published on {formatPrecise(at)}: {problem}
      </p>
    );
  return (
    <p className="wrap-anywhere">
      Published by itself on <time dateTime={new Date(at).toISOString()}>{formatPrecise(at)}</time>, scheduled
      by {by}.
      {isChanged && (
        <span className="text-clay"> It was changed since then, and is published with these changes.</span>
      )}
    </p>
  );
}
