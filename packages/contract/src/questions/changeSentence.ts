import type { ChangeReport, UnusualCount } from "../schema/console/changeReport.ts";
import { formatCount } from "./formatValues.ts";
import { capitalize, valueTitle } from "./valueTitles.ts";

const utcDays = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** A range of days, given as midnights on clocks: "Nov 1 – 20, 2026". */
export const formatDays = (first: number, last: number) => utcDays.formatRange(first, last);

const utcDaysOfYear = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", timeZone: "UTC" });

/** As {@link formatDays}, without the year if it is the one of `today`: "Oct 30 – Nov 28". */
export function formatRecentDays(first: number, last: number, today: number): string {
  const isThisYear = [first, last].every(
    (day) => new Date(day).getUTCFullYear() === new Date(today).getUTCFullYear(),
  );
  return (isThisYear ? utcDaysOfYear : utcDays).formatRange(first, last);
}

export interface ChangeSentence {
  text: string;
  direction: "up" | "down" | null;
  /** Null if it is neither good nor bad news. */
  isGood: boolean | null;
}

const NAMES: Record<UnusualCount["metric"], { one: string; many: string }> = {
  leads: { one: "lead", many: "leads" },
  conversions: { one: "conversion", many: "conversions" },
  visits: { one: "visit", many: "visits" },
};

/** What a report says, in one sentence: "Leads are down 34% (Jun 10 – 16, 2026): newsletter brought 2 instead of 14." */
export function changeSentence({ period, periods, changes }: ChangeReport): ChangeSentence {
  const nothing = { direction: null, isGood: null };
  if (!period) return { ...nothing, text: "This range has not begun." };
  const days = formatDays(Date.parse(period.from), Date.parse(period.to));
  const [first] = changes;
  if (!first) {
    const text = periods < 4 ? "Too little history to know what is usual." : `Nothing unusual (${days}).`;
    return { ...nothing, text };
  }
  const direction = first.value > first.median ? "up" : "down";
  const part = changes.find((each) => each.part && each.value > each.median === (direction === "up"));
  const text = first.part
    ? `${capitalize(broughtText(first, true))} (${days}).`
    : wholeText(first, days, part);
  return { text, direction, isGood: direction === "up" };
}

function wholeText(
  { metric, value, median }: UnusualCount,
  days: string,
  part: UnusualCount | undefined,
): string {
  const { many } = NAMES[metric];
  const change = Math.round(Math.abs(value / median - 1) * 100);
  const size =
    median === 0 ? `up from none to ${formatCount(value)}` : `${value > median ? "up" : "down"} ${change}%`;
  return `${capitalize(many)} are ${size} (${days})${part ? `: ${broughtText(part, false)}` : ""}.`;
}

function broughtText({ part, metric, value, median }: UnusualCount, withUnit: boolean): string {
  const { one, many } = NAMES[metric];
  const title = part ? valueTitle(part.dimension, part.value) : "";
  const name = part?.dimension === "visit:entry_page" ? `entry page ${title}` : title;
  const unit = withUnit ? ` ${value === 1 ? one : many}` : "";
  return `${name} brought ${formatCount(value)}${unit} instead of the usual ${formatCount(Math.round(median))}`;
}
