import { formatDays, formatMetric, METRICS, type MetricName } from "@marquee/contract";
import {
  type CardTable,
  type CardValue,
  cardTable,
  importsNote,
  type SharedReport,
} from "@marquee/contract/schema";
import { mailPage } from "../../mail/mailPage.ts";
import type { Mail } from "../../mail/sendMail.ts";
import { escapeMarkup } from "../../markup.ts";

interface ReportMailOptions {
  /** Where it opens in the console. */
  url: string;
  /** Null for a test, which nobody subscribed to. */
  unsubscribeUrl: string | null;
}

/** Rows of a card in an email; the console has all of them. */
const MAX_ROWS = 14;
/** Columns of a table that a phone can show. */
const MAX_COLUMNS = 4;

/** A report as an email: its cards as figures and tables. */
export function reportMail(
  report: SharedReport,
  { url, unsubscribeUrl }: ReportMailOptions,
): Omit<Mail, "to" | "id"> {
  const { site, name, description, cards } = report;
  const days = daysOf(report);
  const footer = unsubscribeUrl
    ? `You get this because someone with access to the console of ${site} entered your address.`
    : `A test that you sent from the console of ${site}.`;
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
        return `${title}<p class="muted">This card could not be answered. Open it in the console.</p>`;
      const shown = card.content.kind === "figures" ? figuresHtml(table) : tableHtml(table);
      return `${title}${shown}${note && `<p class="muted">${escapeMarkup(note)}</p>`}`;
    }),
    `<a class="button" href="${escapeMarkup(url)}">Open it in the console</a>`,
    `<p class="muted" style="margin:32px 0 0">${escapeMarkup(footer)}${unsubscribeUrl ? ` <a href="${escapeMarkup(unsubscribeUrl)}">Unsubscribe</a>` : ""}</p>`,
  ];
  const text = [
    [site, days].filter(Boolean).join(", "),
    name,
    description,
    ...tables.map(({ card, table, note }) =>
      [card.title, ...(table ? rowsText(table) : ["This card could not be answered."]), note]
        .filter(Boolean)
        .join("\n"),
    ),
    `Open it in the console:\n${url}`,
    unsubscribeUrl ? `${footer}\nUnsubscribe: ${unsubscribeUrl}` : footer,
  ];
  return {
    subject: `${name}${days ? ` (${days})` : ""}`,
    html: mailPage(name, html),
    text: `${text.filter(Boolean).join("\n\n")}\n`,
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
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

/** Two in a row, so that they can be read on a phone. */
function figuresHtml({ columns, rows: [now = [], before] }: CardTable): string {
  const cells = columns.slice(1).map(({ title, unit }, index) => {
    const earlier = before ? `Before: ${valueText(before[index + 1], unit)}` : "";
    return `<td><div class="muted name">${escapeMarkup(title)}</div><div class="value">${escapeMarkup(valueText(now[index + 1], unit))}</div><div class="muted">${escapeMarkup(earlier)}</div></td>`;
  });
  const rows = [];
  for (let index = 0; index < cells.length; index += 2)
    rows.push(`<tr>${cells[index]}${cells[index + 1] ?? "<td></td>"}</tr>`);
  return `<table class="figures" role="presentation">${rows.join("")}</table>`;
}

function tableHtml({ columns, rows }: CardTable): string {
  if (rows.length === 0) return '<p class="muted">Nothing in this date range.</p>';
  const shown = columns.slice(0, MAX_COLUMNS);
  const head = shown.map(
    ({ title, unit }) =>
      `<td class="muted ${unit === "text" ? "name" : "number"}">${escapeMarkup(title)}</td>`,
  );
  const body = rows.map((row) =>
    shown
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
