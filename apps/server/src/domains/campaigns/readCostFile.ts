import { CURRENCY, campaignValue, cutText, shortenText } from "@marquee/contract";
import { type CostProblem, MAX_COST_ROWS } from "@marquee/contract/schema";
import { CsvError, parse } from "csv-parse/sync";

/** What a campaign cost on one day. */
export interface DailyCost {
  /** ISO 8601 date. */
  day: string;
  /** Campaign parameters; empty if the file has no such column. */
  source: string;
  medium: string;
  campaign: string;
  cents: number;
}

interface CostFileContent {
  /** One per day and campaign: costs of the same are added up. */
  costs: DailyCost[];
  problems: CostProblem[];
}

type Field = "day" | "source" | "medium" | "campaign" | "cost" | "currency";

/** Names of columns, in lower case: ours, and those of exports from Google Ads, Microsoft Advertising, Meta and LinkedIn. */
const COLUMN_NAMES: Record<Field, readonly string[]> = {
  day: ["date", "day", "reporting starts", "start date (in utc)"],
  source: ["source", "utm_source"],
  medium: ["medium", "utm_medium"],
  campaign: ["campaign", "campaign name", "utm_campaign"],
  cost: ["cost", "spend", "amount spent", "total spent"],
  currency: ["currency", "currency code", "account currency"],
};
const REQUIRED = ["day", "campaign", "cost"] as const;
const MAX_NAME_LENGTH = 200;
const SHOWN_LENGTH = 40;
const MAX_CENTS = 1e11;

interface Line {
  record: string[];
  info: { lines: number };
}

/** Reads a CSV file with a header. A file with problems must not be imported. */
export function readCostFile(text: string): CostFileContent {
  const fail = (line: number, message: string) => ({ costs: [], problems: [{ line, message }] });
  if (text.includes("\uFFFD") || text.includes("\0"))
    return fail(1, "The file is not UTF-8. Export it as a UTF-8 CSV file.");
  const delimiter = delimiterOf(text);
  let lines: Line[];
  try {
    lines = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: MAX_COST_ROWS + 2,
      max_record_size: 20_000,
    }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: unknown }).lines ?? 1);
    return fail(line, 'A quote is not closed, or the line is far too long. Quote a value as "like this".');
  }
  const [header, ...rows] = lines;
  if (!header) return fail(1, "The file is empty. It needs a header and one line per day and campaign.");
  if (rows.length > MAX_COST_ROWS)
    return fail(MAX_COST_ROWS + 2, `The file has more than ${MAX_COST_ROWS} lines. Split it by date.`);
  const columns = columnsOf(header.record);
  const missing = REQUIRED.filter((field) => columns[field] === undefined);
  if (missing.length > 0) {
    const names = missing.map((field) => `“${COLUMN_NAMES[field][0]}”`).join(", ");
    return fail(
      1,
      `The header has no column ${names}. Name the columns date, campaign and cost, and optionally source, medium and currency.`,
    );
  }
  return readLines(rows, columns, delimiter === ";");
}

function readLines(
  rows: readonly Line[],
  columns: Partial<Record<Field, number>>,
  hasCommas: boolean,
): CostFileContent {
  const costs = new Map<string, DailyCost>();
  const problems: CostProblem[] = [];
  for (const { record, info } of rows) {
    const text = (field: Field) => record[columns[field] ?? -1] ?? "";
    const day = readDay(text("day"));
    const cents = readCents(text("cost"), hasCommas);
    const campaign = (field: Field) => campaignValue(text(field));
    const names = { source: campaign("source"), medium: campaign("medium"), campaign: campaign("campaign") };
    const message =
      (day === null &&
        `“${shorten(text("day"))}” is not a date. Write it as 2026-11-25. Remove lines with totals.`) ||
      (cents === null &&
        `“${shorten(text("cost"))}” is not an amount. Write it as 1234.50, without a sign.`) ||
      (names.campaign === "" && "The campaign is missing. Write the utm_campaign of its links.") ||
      problemOfNames(names) ||
      problemOfCurrency(text("currency"));
    if (message || day === null || cents === null) {
      problems.push({ line: info.lines, message: message || "" });
      continue;
    }
    const key = JSON.stringify([day, ...Object.values(names)]);
    costs.set(key, { day, ...names, cents: (costs.get(key)?.cents ?? 0) + cents });
  }
  if (rows.length === 0) problems.push({ line: 2, message: "The file has a header but no lines." });
  return { costs: [...costs.values()], problems };
}

/** The delimiter that is most frequent in the first line. */
function delimiterOf(text: string): string {
  const first = cutText(text, 5000).split("\n")[0] ?? "";
  const count = (delimiter: string) => first.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function columnsOf(header: readonly string[]): Partial<Record<Field, number>> {
  // "Amount spent (USD)"
  const names = header.map((name) => name.toLowerCase().replace(/ \([a-z]{3}\)$/, ""));
  const indexes = Object.entries(COLUMN_NAMES).map(([field, aliases]) => [
    field,
    names.findIndex((name) => aliases.includes(name)),
  ]);
  return Object.fromEntries(indexes.filter(([, index]) => Number(index) >= 0));
}

function readDay(text: string): string | null {
  const [, year, month, date] = /^(20\d\d)[-/]?(\d\d)[-/]?(\d\d)$/.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}

/**
 * An amount that is not negative. @param hasCommas whether the comma is the decimal separator, as in files with
 * semicolons.
 */
function readCents(text: string, hasCommas: boolean): number | null {
  const isPlain = /^\d{1,12}(?:\.\d{1,6})?$/.test(text);
  const grouped = /^\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,6})?$/.test(text) ? text.replaceAll(",", "") : null;
  const comma = hasCommas && /^\d{1,12},\d{1,6}$/.test(text) ? text.replace(",", ".") : null;
  const plain = comma ?? (isPlain ? text : grouped);
  const cents = plain === null ? Number.NaN : Math.round(Number(plain) * 100);
  return cents <= MAX_CENTS ? cents : null;
}

function problemOfNames(names: Record<string, string>): string | null {
  for (const [field, name] of Object.entries(names)) {
    if (name.length > MAX_NAME_LENGTH)
      return `The ${field} is longer than ${MAX_NAME_LENGTH} characters. Shorten it.`;
    if (/^[=@+-]/.test(name) && name !== "-")
      return `The ${field} begins with “${name[0]}”, which spreadsheets run as a formula. Remove that character.`;
    if (/\p{Cc}/u.test(name)) return `The ${field} has a line break or another control character. Remove it.`;
  }
  return null;
}

function problemOfCurrency(currency: string): string | null {
  if (currency === "" || currency.toUpperCase() === CURRENCY) return null;
  return `The currency is “${shorten(currency)}”, but leads have their value in ${CURRENCY}. Convert the costs to ${CURRENCY}.`;
}

const shorten = (text: string) => shortenText(text, SHOWN_LENGTH);
