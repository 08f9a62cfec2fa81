import type { Timestamp } from "@marquee/contract";

const two = (value: number) => String(value).padStart(2, "0");

/** An instant as `datetime-local` shows it, by the reader's clock; empty for none. */
export function toLocalInput(instant: Timestamp | null): string {
  if (instant === null) return "";
  const date = new Date(instant);
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant that a `datetime-local` field names; null for an empty one. */
export function fromLocalInput(text: string): Timestamp | null {
  const instant = new Date(text).getTime();
  return text === "" || Number.isNaN(instant) ? null : instant;
}

/** The reader's time zone, as "Europe/Oslo (GMT+1)". */
export function timeZoneName(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "short" }).formatToParts(new Date());
  const short = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return short === timeZone ? timeZone : `${timeZone} (${short})`;
}
