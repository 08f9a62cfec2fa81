import type { Timestamp } from "@marquee/contract";
import { Field } from "../Field.tsx";
import { fromLocalInput, timeZoneName, toLocalInput } from "./localInput.ts";

interface Schedule {
  from: Timestamp | null;
  to: Timestamp | null;
}

interface ScheduleFieldsProps extends Schedule {
  onChange: (change: Partial<Schedule>) => void;
}

/** Between which instants something counts, by the reader's clock. An empty field is no bound. */
export function ScheduleFields({ from, to, onChange }: ScheduleFieldsProps) {
  const isBackwards = from !== null && to !== null && from >= to;
  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="From"
          type="datetime-local"
          value={toLocalInput(from)}
          onChange={({ target }) => onChange({ from: fromLocalInput(target.value) })}
        />
        <Field
          label="Until"
          type="datetime-local"
          value={toLocalInput(to)}
          ref={(element) =>
            element?.setCustomValidity(isBackwards ? "The end lies before the beginning." : "")
          }
          aria-invalid={isBackwards || undefined}
          onChange={({ target }) => onChange({ to: fromLocalInput(target.value) })}
        />
      </div>
      {isBackwards ? (
        <p role="status" className="mt-1 text-clay text-xs">
          The end lies before the beginning.
        </p>
      ) : (
        <p className="mt-1 text-ink-muted text-xs">Time of {timeZoneName()}. Empty means no bound.</p>
      )}
    </div>
  );
}
