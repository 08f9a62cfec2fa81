import type { DraftSchedule } from "@marquee/contract/schema";
import { formatSchedule } from "../../shared/form/ScheduleFields.tsx";

/** When a draft is published automatically, or why it was not. */
export function ScheduleNotice({ schedule: { at, by, isChanged, problem } }: { schedule: DraftSchedule }) {
  if (problem !== null)
    return (
      <p className="wrap-anywhere text-clay">
        Not published on {formatSchedule(at)}: {problem}
      </p>
    );
  return (
    <p className="wrap-anywhere">
      Scheduled for <time dateTime={new Date(at).toISOString()}>{formatSchedule(at)}</time> by {by}.
      {isChanged && (
        <span className="text-clay"> Changed since then. These changes will be published too.</span>
      )}
    </p>
  );
}
