import { formatDays, formatMetric, METRICS, type MetricName } from "@marquee/contract";
import {
  type CardTable,
  type CardValue,
  cardTable,
  importsNote,
  type SharedReport,
} from "@marquee/contract/schema";
import { escapeMarkup } from "../../../platform/markup.ts";
import { figureTable, layOutMail } from "../../mail/mailLayout.ts";
import type { Mail } from "../../mail/sendMail.ts";

interface ReportMailOptions {
  /** URL of the report in the console. */
  url: string;
  /** Null for a test. */
  unsubscribeUrl: string | null;
}

/** Maximum rows of a card in an email; the console has all of them. */
const MAX_ROWS = 14;
/** Maximum columns of a table, so that it fits on a phone. */
const MAX_COLUMNS = 4;

/** A report as an email: its cards as figures and tables. */
export function reportMail(
  report: SharedReport,
  { url, unsubscribeUrl }: ReportMailOptions,
): Omit<Mail, "to" | "id"> {
  const { site, name, description, cards } = report;
  const days = daysOf(report);
  const footer = unsubscribeUrl
    ? `You're receiving this because someone with access to the console of ${site} entered your address.`
    : `A test you sent from the console of ${site}.`;
  const tables = cards.map(({ card, answer }) => ({
    card,
    table: answer && lastRows(cardTable(card, answer), card.content.kind === "series"),
    note: (answer && importsNote(answer)) ?? "",
  }));
  const html = [
    `<p class="muted" style="margin:0">${escapeMarkup([site, days].filter(Boolean).join(" · "))}</p>`,
    `<h1>${escapeMarkup(name)}</h1>`,
    description === "" ? "" : `<p>${escapeMarkup(description)}</p>`,
    ...tables.map(({ card, table, note }) => {
      const title = `<h2>${escapeMarkup(card.title)}</h2>`;
      if (!table)
        return `${title}<p class="muted">This card could not be loaded. Open it in the console.</p>`;
      const content = card.content.kind === "figures" ? figuresHtml(table) : tableHtml(table);
      return `${title}${content}${note && `<p class="muted">${escapeMarkup(note)}</p>`}`;
    }),
  ];
  const text = [
    [site, days].filter(Boolean).join(", "),
    name,
    description,
    ...tables.map(({ card, table, note }) =>
      [card.title, ...(table ? rowsText(table) : ["This card could not be loaded."]), note]
        .filter(Boolean)
        .join("\n"),
    ),
  ];
  const link = { label: "Open it in the console", url };
  const versions = layOutMail({ title: name, html, text, link, footer, unsubscribeUrl });
  return { subject: `${name}${days ? ` (${days})` : ""}`, ...versions };
}

/** The days of the first card that has the report's own date range. */
function daysOf({ cards }: SharedReport): string {
  for (const { card, answer } of cards) {
    const isQuery = answer?.kind === "figures" || answer?.kind === "series" || answer?.kind === "list";
    if (!isQuery || card.range !== null) continue;
    const [from, to] = answer.answer.query.date_range;
    return formatDays(Date.parse(from.slice(0, 10)), Date.parse(to.slice(0, 10)));
  }
  return "";
}

function lastRows({ columns, rows }: CardTable, isSeries: boolean): CardTable {
  return { columns, rows: isSeries ? rows.slice(-MAX_ROWS) : rows.slice(0, MAX_ROWS) };
}

const UNIT_METRICS: Record<string, MetricName> = {
  count: "visitors",
  ratio: "views_per_visit",
  percent: "bounce_rate",
  seconds: "visit_duration",
  money: "won_value",
};

function valueText(value: CardValue | undefined, unit: CardTable["columns"][number]["unit"]): string {
  if (unit === "text") return String(value ?? "");
  const metric = UNIT_METRICS[unit];
  return metric && METRICS[metric] ? formatMetric(metric, typeof value === "number" ? value : null) : "–";
}

function figuresHtml({ columns, rows: [now = [], before] }: CardTable): string {
  const cells = columns.slice(1).map(({ title, unit }, index) => {
    const earlier = before ? `Before: ${valueText(before[index + 1], unit)}` : "";
    return `<div class="muted name">${escapeMarkup(title)}</div><div class="value">${escapeMarkup(valueText(now[index + 1], unit))}</div><div class="muted">${escapeMarkup(earlier)}</div>`;
  });
  return figureTable(cells);
}

function tableHtml({ columns, rows }: CardTable): string {
  if (rows.length === 0) return '<p class="muted">Nothing in this date range.</p>';
  const firstColumns = columns.slice(0, MAX_COLUMNS);
  const head = firstColumns.map(
    ({ title, unit }) =>
      `<td class="muted ${unit === "text" ? "name" : "number"}">${escapeMarkup(title)}</td>`,
  );
  const body = rows.map((row) =>
    firstColumns
      .map(
        ({ unit }, index) =>
          `<td class="${unit === "text" ? "name" : "number"}">${escapeMarkup(valueText(row[index], unit))}</td>`,
      )
      .join(""),
  );
  return `<table><tr>${head.join("")}</tr>${body.map((row) => `<tr>${row}</tr>`).join("")}</table>`;
}

function rowsText({ columns, rows }: CardTable): string[] {
  return rows.map((row) =>
    columns
      .slice(0, MAX_COLUMNS)
      .map(({ title, unit }, index) =>
        index === 0 ? valueText(row[0], unit) : `${title}: ${valueText(row[index], unit)}`,
      )
      .join(", "),
  );
}
