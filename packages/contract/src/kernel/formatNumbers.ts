import { CURRENCY } from "./money.ts";

const number = new Intl.NumberFormat("en");
const oneDecimal = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const finePercent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });
const money = new Intl.NumberFormat("en", { style: "currency", currency: CURRENCY });
const wholeMoney = new Intl.NumberFormat("en", {
  style: "currency",
  currency: CURRENCY,
  maximumFractionDigits: 0,
});

export const formatCount = (value: number) => number.format(value);
/** A count with its noun: "1 event", "2 events". */
export const formatCounted = (value: number, noun: string, plural = `${noun}s`) =>
  `${formatCount(value)} ${value === 1 ? noun : plural}`;
/** An amount in the currency of leads: "$1,200", "$99.50". */
export const formatMoney = (value: number) => (Number.isInteger(value) ? wholeMoney : money).format(value);
export const formatAverage = (value: number) => oneDecimal.format(value);
/** A percentage with up to two decimals: "99.97%". @param share from 0 to 1. */
export const formatFineShare = (share: number) => finePercent.format(share);

const byteFormat = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const BYTE_UNITS = ["B", "KB", "MB", "GB"] as const;

/** Bytes in the largest decimal unit that fits: "812 B", "46.2 KB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${byteFormat.format(bytes / 1000 ** power)} ${BYTE_UNITS[power]}`;
}

/** A duration given in milliseconds: "2m 05s", or "45s" under a minute. */
export function formatDuration(duration: number): string {
  const seconds = Math.round(duration / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}
