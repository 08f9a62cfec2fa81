import { formatCount } from "../kernel/formatNumbers.ts";
import type { ChangeReport, NotableChange } from "./changeReport.schema.ts";
import { valueTitle } from "./valueTitles.ts";

const utcDays = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** A range of days, given as midnights on clocks: "Nov 1 – 20, 2026". */
export const formatDays = (first: number, last: number) => utcDays.formatRange(first, last);

const utcDaysOfYear = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", timeZone: "UTC" });

/** Like {@link formatDays}, without the year if it is the one of `today`: "Oct 30 – Nov 28". */
export function formatRecentDays(first: number, last: number, today: number): string {
  const isThisYear = [first, last].every(
    (day) => new Date(day).getUTCFullYear() === new Date(today).getUTCFullYear(),
  );
  return (isThisYear ? utcDaysOfYear : utcDays).formatRange(first, last);
}

export interface ChangeSentence {
  text: string;
  direction: "up" | "down";
}

const NAMES: Record<NotableChange["metric"], string> = {
  leads: "Leads",
  conversions: "Conversions",
  visitors: "Visitors",
  visits: "Visits",
};

/** Summarizes a report in one sentence: "Leads fell 62%, from 45 to 17: newsletter from 30 to 4." Null without notable changes. */
export function changeSentence({ changes }: Pick<ChangeReport, "changes">): ChangeSentence | null {
  const [first] = changes;
  if (!first) return null;
  const direction = directionOf(first);
  const isReason = (each: NotableChange) =>
    each.part !== null && directionOf(each) === direction && EXPLAINED_BY[first.metric] === each.metric;
  const reason = first.part ? undefined : changes.find(isReason);
  const subject = `${NAMES[first.metric]}${first.part ? ` from ${partTitle(first)}` : ""}`;
  const explained = reason ? `: ${partTitle(reason)}${unitOf(first, reason)} ${stepText(reason)}` : "";
  return { text: `${subject} ${sizeText(first)}, ${stepText(first)}${explained}.`, direction };
}

/** The visitors of parts do not sum to the total. */
const EXPLAINED_BY: Record<NotableChange["metric"], NotableChange["metric"]> = {
  leads: "leads",
  conversions: "conversions",
  visitors: "visits",
  visits: "visits",
};

const directionOf = ({ value, before }: NotableChange) => (value > before ? "up" : "down");
const stepText = ({ value, before }: NotableChange) => `from ${formatCount(before)} to ${formatCount(value)}`;
const unitOf = (whole: NotableChange, part: NotableChange) =>
  part.metric === whole.metric ? "" : ` ${NAMES[part.metric].toLowerCase()}`;

/** There is no percentage of zero. */
function sizeText({ value, before }: NotableChange): string {
  const verb = value > before ? "rose" : "fell";
  return before === 0 ? verb : `${verb} ${formatCount(Math.round(Math.abs(value / before - 1) * 100))}%`;
}

function partTitle({ part }: NotableChange): string {
  return part ? valueTitle(part.dimension, part.value) : "";
}
