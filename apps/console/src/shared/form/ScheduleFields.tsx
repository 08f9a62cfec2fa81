import { instantAt, ONE_HOUR, ONE_MINUTE, type Timestamp, wallClockOf } from "@marquee/contract";
import { Field } from "@marquee/ui";
import { formatTime, siteTime } from "../format/siteTime.ts";

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

interface LocalTimeFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** A filter with a date and time in the site's time zone. Empty means now. */
export function LocalTimeField({ label, value, onChange }: LocalTimeFieldProps) {
  return (
    <Field
      label={`${label} (${timeZoneName(fromLocalInput(value) ?? Date.now())})`}
      size="sm"
      type="datetime-local"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
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

/** The site's time zone at a time: "Europe/Oslo (GMT+1)". */
export function timeZoneName(at: Timestamp = Date.now()): string {
  const { timeZone } = siteTime();
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "short" }).formatToParts(at);
  const short = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return short === timeZone ? timeZone : `${timeZone} (${short})`;
}

const LONG = {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
} as const;
const REPEATS = [30 * ONE_MINUTE, ONE_HOUR, 2 * ONE_HOUR];

/** A future time, with its day and time zone: "Monday, November 30, 2026 at 09:00 GMT+1". */
export const formatSchedule = (at: Timestamp) => formatTime(LONG, at);

/** What the text of a `datetime-local` field means, in words: the whole date with its time zone, and a clock change at that time. "" for none. */
export function localTimeNote(text: string): string {
  const at = fromLocalInput(text);
  if (at === null) return "";
  const wall = wallClockOf(at, siteTime().timeZone);
  const isRepeated = REPEATS.some((later) => wallClockOf(at + later, siteTime().timeZone) === wall);
  const note =
    toLocalInput(at) !== text
      ? " Clocks skip the time that you chose, so this is the next one."
      : isRepeated
        ? " Clocks show this time twice. This is the first."
        : "";
  return `${formatSchedule(at)}.${note}`;
}
