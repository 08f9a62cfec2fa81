import { instantAt, type Timestamp, wallClockOf } from "@marquee/contract";
import { siteTime } from "../format/siteTime.ts";
import { Field } from "./Field.tsx";

interface Schedule {
  from: Timestamp | null;
  to: Timestamp | null;
}

interface ScheduleFieldsProps extends Schedule {
  onChange: (change: Partial<Schedule>) => void;
}

/** Start and end of a schedule, in the site's time zone. An empty field means no limit. */
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

/** A time as the value of a `datetime-local` field, in the site's time zone; "" for null. */
export function toLocalInput(instant: Timestamp | null): string {
  if (instant === null) return "";
  return new Date(wallClockOf(instant, siteTime().timeZone))
    .toISOString()
    .slice(0, "2026-11-24T12:34".length);
}

/** The time in a `datetime-local` field; null if it is empty or invalid. */
export function fromLocalInput(text: string): Timestamp | null {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? null : instantAt(wall, siteTime().timeZone);
}

/** The site's time zone: "Europe/Oslo (GMT+1)". */
function timeZoneName(): string {
  const { timeZone } = siteTime();
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "short" }).formatToParts(new Date());
  const short = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return short === timeZone ? timeZone : `${timeZone} (${short})`;
}
