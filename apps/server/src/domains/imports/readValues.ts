import { shortenText } from "@marquee/contract";
/** The value of a cell, or what is wrong with it and how to fix it. */
export type CellValue<Value> = { value: Value } | { problem: string };

const MAX_COUNT = 1e12;
const EARLIEST = "2005-01-01";

/** A day in ISO 8601, from `20240131` or `2024-01-31`. @param today the last day that is not in the future. */
export function readDay(text: string, today: string): CellValue<string> {
  const [, year, month, date] = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)$/.exec(text.trim()) ?? [];
  const day = `${year}-${month}-${date}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(day))
    return { problem: `${quote(text)} is not a date. Write it as 20240131 or 2024-01-31.` };
  return inTime(day, today);
}

/** A day given as the number of days after the first day of the table. */
export function readNthDay(
  text: string,
  { first, today }: { first: string; today: string },
): CellValue<string> {
  if (!/^\d{1,5}$/.test(text.trim())) return { problem: `${quote(text)} is not the number of a day.` };
  const day = new Date(Date.parse(`${first}T00:00:00Z`) + Number(text) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  return inTime(day, today);
}

function inTime(day: string, today: string): CellValue<string> {
  if (day > today) return { problem: `${day} is in the future. Remove the line, or correct the date.` };
  if (day < EARLIEST)
    return { problem: `${day} is before 2005, so it can't be right. Remove the line, or correct the date.` };
  return { value: day };
}

/** A whole number that is not negative, with or without separators of thousands: `1234`, `1,234`, `1.234`, `1 234`. */
export function readCount(text: string): CellValue<number> {
  const plain = text.replace(/[\s'’]/g, "");
  const grouped = /^\d{1,3}(?:[.,]\d{3}){1,4}$/.test(plain) ? plain.replace(/[.,]/g, "") : plain;
  const whole = grouped.replace(/[.,]0{1,9}$/, "");
  if (/^\d{1,16}$/.test(whole) && Number(whole) <= MAX_COUNT) return { value: Number(whole) };
  return { problem: `${quote(text)} is not a whole number from 0 up. Write it as 1234.` };
}

/** A number that is not negative, with a point or a comma before its decimals. */
function readDecimal(text: string): number | null {
  const plain = text.replace(/[\s'’]/g, "");
  const decimal = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  const separators = plain.replace(/[^.,]/g, "");
  const isGrouped = separators.length > 1 && new Set(separators).size === 1;
  const whole = isGrouped || decimal < 0 ? plain : plain.slice(0, decimal);
  const rest = isGrouped || decimal < 0 ? "" : plain.slice(decimal + 1);
  const digits = `${whole.replace(/[.,]/g, "")}.${rest}`;
  const number = Number(digits);
  return /^\d{1,16}\.\d{0,20}$/.test(digits) && number <= MAX_COUNT ? number : null;
}

/** A share from 0 to 1, from `0.42`, `42 %` or `42,5%`. */
export function readShare(text: string): CellValue<number> {
  const isPercent = text.trim().endsWith("%");
  const number = readDecimal(text.replace("%", ""));
  const share = number === null ? Number.NaN : isPercent ? number / 100 : number;
  if (share >= 0 && share <= 1) return { value: share };
  return { problem: `${quote(text)} is not a share from 0 to 1. Write it as 0.42 or 42%.` };
}

/** Seconds, from `139.45` or `0:02:19`. */
export function readSeconds(text: string): CellValue<number> {
  const [, hours = "0", minutes, seconds] = /^(?:(\d{1,4}):)?(\d{1,2}):(\d\d)$/.exec(text.trim()) ?? [];
  const number =
    minutes === undefined ? readDecimal(text) : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (number !== null) return { value: number };
  return { problem: `${quote(text)} is not a time in seconds. Write it as 139.45.` };
}

const SHOWN_LENGTH = 40;

function quote(text: string): string {
  return `“${shortenText(text.replace(/\p{Cc}/gu, " "), SHOWN_LENGTH)}”`;
}
