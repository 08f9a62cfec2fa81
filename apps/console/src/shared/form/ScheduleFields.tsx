import type { Timestamp } from "@marquee/contract";
import { Field } from "./Field.tsx";
import { fromLocalInput, timeZoneName, toLocalInput } from "./localInput.ts";

interface Schedule {
  from: Timestamp | null;
  to: Timestamp | null;
}

interface ScheduleFieldsProps extends Schedule {
  onChange: (change: Partial<Schedule>) => void;
}

/** Between which instants something counts, by the reader's clock. An empty field is no limit. */
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
          problem={isBackwards ? "The end lies before the beginning." : ""}
          onChange={({ target }) => onChange({ to: fromLocalInput(target.value) })}
        />
      </div>
      <p className="mt-1 text-ink-muted text-xs">
        Times are in {timeZoneName()}. Leave a field empty for no limit.
      </p>
    </div>
  );
}
