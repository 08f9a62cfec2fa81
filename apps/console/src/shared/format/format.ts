const number = new Intl.NumberFormat("en");
const oneDecimal = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("en", {
  style: "percent",
  signDisplay: "exceptZero",
  maximumFractionDigits: 0,
});
const plainPercent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });
const relative = new Intl.RelativeTimeFormat("en", { style: "narrow" });
const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "medium", hourCycle: "h23" });

export const formatCount = (value: number) => number.format(value);
/** A count with its noun: "1 event", "2 events". */
export const formatCounted = (value: number, noun: string, plural = `${noun}s`) =>
  `${formatCount(value)} ${value === 1 ? noun : plural}`;
/** Capitalizes the first letter. */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const formatAverage = (value: number) => oneDecimal.format(value);
export const formatShare = (share: number) => plainPercent.format(share);
export const formatClock = (instant: number) => clock.format(instant);

/** Relative change from `before` to `now`: "+12%"; null if `before` is 0. */
export function formatChange(now: number, before: number): string | null {
  return before === 0 ? null : percent.format((now - before) / before);
}

/** Megabytes with one decimal: "18.4 MB". */
export const formatMegabytes = (bytes: number) => `${oneDecimal.format(bytes / 1e6)} MB`;

/** A duration given in milliseconds: "2m 05s", or "45s" under a minute. */
export function formatDuration(duration: number): string {
  const seconds = Math.round(duration / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}

/** Time elapsed in the largest unit that fits: "5s ago", "3m ago"; "now" under five seconds. */
export function formatAgo(instant: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - instant) / 1000));
  if (seconds < 5) return "now";
  if (seconds < 60) return relative.format(-seconds, "second");
  if (seconds < 3600) return relative.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86_400) return relative.format(-Math.round(seconds / 3600), "hour");
  return relative.format(-Math.round(seconds / 86_400), "day");
}

const dayFormat = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", year: "numeric" });

/** A date in local time: "Nov 21, 2026". */
export const formatDay = (instant: number) => dayFormat.format(instant);

const instantFormat = new Intl.DateTimeFormat("en-US", {
  hourCycle: "h23",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const preciseFormat = new Intl.DateTimeFormat("en-US", {
  hourCycle: "h23",
  dateStyle: "medium",
  timeStyle: "long",
});

/** A date and time in local time, for lists: "Nov 21, 11:02:33". */
export const formatInstant = (instant: number) => instantFormat.format(instant);
/** A date and time in local time, with year and time zone. */
export const formatPrecise = (instant: number) => preciseFormat.format(instant);

const finePercent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

/** A percentage with up to two decimals: "99.97%". */
export const formatFineShare = (share: number) => finePercent.format(share);

const byteFormat = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const BYTE_UNITS = ["B", "KB", "MB", "GB"] as const;

/** Bytes in the largest decimal unit that fits: "812 B", "46.2 KB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${byteFormat.format(bytes / 1000 ** power)} ${BYTE_UNITS[power]}`;
}

/** A position in a replay, given in milliseconds: "1:05", "1:02:05". */
export function formatTimecode(time: number): string {
  const seconds = Math.floor(Math.max(0, time) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
