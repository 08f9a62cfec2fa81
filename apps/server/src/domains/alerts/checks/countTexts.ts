import { formatCounted } from "@marquee/contract";
import type { CountedKind } from "@marquee/contract/schema";
import type { PlainReading, PlainRule } from "../plainRule.ts";
import type { HourlyCounts, Reading } from "../seasonalRange.ts";

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const share = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** What is counted; for a rate, its denominator. */
const NOUNS: Record<CountedKind, string> = {
  traffic: "visit",
  leads: "lead",
  errors: "error",
  conversion: "conversion",
  conversions: "conversion",
  consent: "consent",
};

const isRate = (kind: CountedKind) => kind === "conversion" || kind === "consent";

export interface Described {
  kind: CountedKind;
  /** Name of the goal; empty without one. */
  goal: string;
}

/** "in the last 24 hours", "in the last 7 days". */
const windowText = (hours: number) =>
  hours > 24 ? `in the last ${hours / 24} days` : `in the last ${hours} hours`;

function subjectOf({ kind, goal }: Described): string {
  if (kind === "conversion") return `Conversion to ${goal}`;
  if (kind === "conversions") return `Conversions of ${goal}`;
  return kind === "consent" ? "Consent to analytics" : capitalize(`${NOUNS[kind]}s`);
}

const verbOf = (kind: CountedKind) => (isRate(kind) ? "is" : "are");

function amountText(value: number, of: number | null, noun: string): string {
  return of === null ? formatCounted(Math.round(value), noun) : share.format(of === 0 ? 0 : value / of);
}

/** What is unusual. */
export function changeText(described: Described, { value, expected, of, hours }: Reading): string {
  const { kind } = described;
  const change = Math.round(Math.abs(value / expected - 1) * 100);
  const size = expected < 1 ? "up" : `${value < expected ? "down" : "up"} ${change}%`;
  return `${subjectOf(described)} ${verbOf(kind)} ${size}: ${amountText(value, of, NOUNS[kind])} ${windowText(hours)} instead of about ${of ? share.format(expected / of) : number.format(expected)}.`;
}

/** The count, and its usual value. */
export function usualText({ kind }: Described, { value, of, low, high, hours }: Reading): string {
  const range = of
    ? `${share.format(low / of)} to ${share.format(Math.min(1, high / of))}`
    : `${number.format(low)} to ${number.format(high)}`;
  return `${capitalize(amountText(value, of, NOUNS[kind]))} ${windowText(hours)} (usual: ${range}).`;
}

/** A window's count by a plain rule, whether it matches or not: "Leads are below 5: 3 in the last 7 days." */
export function plainText(described: Described, rule: PlainRule, reading: PlainReading): string {
  const { value, before, hours, isWrong } = reading;
  const { kind } = described;
  const amount = (each: number) => (isRate(kind) ? share.format(each / 100) : number.format(each));
  const subject = `${subjectOf(described)} ${verbOf(kind)}`;
  const counted = `${amount(value)} ${windowText(hours)}`;
  if (rule.type === "threshold") {
    const limit = isRate(kind) ? share.format(rule.limit / 100) : number.format(rule.limit);
    return isWrong
      ? `${subject} ${rule.side} ${limit}: ${counted}.`
      : `${isRate(kind) ? amount(value) : formatCounted(Math.round(value), NOUNS[kind])} ${windowText(hours)} (limit: ${limit}).`;
  }
  const earlier = `${amount(before ?? 0)} ${hours > 24 ? `in the ${hours / 24} days before` : "on the same day a week earlier"}`;
  return `${subject} ${sizeText(value, before ?? 0)}: ${counted}, ${earlier}.`;
}

function sizeText(value: number, before: number): string {
  if (value === before) return "unchanged";
  const verb = value > before ? "up" : "down";
  return before === 0 ? verb : `${verb} ${Math.round(Math.abs(value / before - 1) * 100)}%`;
}

/** Says what is missing to determine the usual value. */
export function learningText({ values, of = values }: HourlyCounts, weeks: number): string {
  const first = of.findIndex((value) => value > 0);
  const days = first === -1 ? 0 : Math.floor((of.length - first) / 24);
  const needs = `Needs ${NUMBERS[weeks] ?? weeks} weeks of history to know what is usual`;
  return days === 0
    ? `${needs}. Nothing was counted yet.`
    : `${needs}, and has ${days === 1 ? "1 day" : `${days} days`}.`;
}

const NUMBERS: Record<number, string> = { 6: "six", 7: "seven", 10: "ten" };

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
