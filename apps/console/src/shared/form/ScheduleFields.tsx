import type { Timestamp } from "@marquee/contract";
import { Field } from "./Field.tsx";

const two = (value: number) => String(value).padStart(2, "0");

interface Schedule {
  from: Timestamp | null;
  to: Timestamp | null;
}

interface ScheduleFieldsProps extends Schedule {
  onChange: (change: Partial<Schedule>) => void;
}

/** Start and end of a schedule, in local time. An empty field means no limit. */
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
          problem={isBackwards ? "The end must be after the start." : ""}
          onChange={({ target }) => onChange({ to: fromLocalInput(target.value) })}
        />
      </div>
      <p className="mt-1 text-ink-muted text-xs">
        Times are in {timeZoneName()}. Leave a field empty for no limit.
      </p>
    </div>
  );
}

/** A time as the value of a `datetime-local` field, in local time; "" for null. */
export function toLocalInput(instant: Timestamp | null): string {
  if (instant === null) return "";
  const date = new Date(instant);
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time in a `datetime-local` field; null if it is empty or invalid. */
export function fromLocalInput(text: string): Timestamp | null {
  const instant = new Date(text).getTime();
  return text === "" || Number.isNaN(instant) ? null : instant;
}

/** The local time zone: "Europe/Oslo (GMT+1)". */
function timeZoneName(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "short" }).formatToParts(new Date());
  const short = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return short === timeZone ? timeZone : `${timeZone} (${short})`;
}
