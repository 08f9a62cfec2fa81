import type { ResultsAnswer } from "@marquee/contract/schema";
import { useId } from "react";
import { formatCount, formatCounted, formatShare } from "../../../../shared/format.ts";
import { fewestUsers } from "./verdictText.ts";

/** How far it is to the visitors that it takes; the smallest variation counts. */
export function Progress({ results }: { results: ResultsAnswer }) {
  const id = useId();
  const { usersNeeded, verdict } = results;
  const daysLeft = verdict.kind === "too-early" ? verdict.daysLeft : null;
  if (usersNeeded === null) {
    return (
      <p className="mt-4 text-ink-muted">
        How many visitors it takes can be told once the control has conversions to reckon from.
      </p>
    );
  }
  const fewest = fewestUsers(results);
  return (
    <div className="mt-4 max-w-xl">
      <label htmlFor={id} className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>
          {formatCount(Math.min(fewest, usersNeeded))} of {formatCounted(usersNeeded, "visitor")} in the
          smallest variation
        </span>
        <span className="text-ink-muted">
          {daysLeft === null
            ? formatShare(Math.min(1, fewest / usersNeeded))
            : `about ${formatCounted(Math.max(1, Math.ceil(daysLeft)), "day")} left`}
        </span>
      </label>
      <progress
        id={id}
        max={usersNeeded}
        value={Math.min(fewest, usersNeeded)}
        className="mt-1.5 block h-2 w-full appearance-none overflow-hidden rounded-full bg-surface-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
