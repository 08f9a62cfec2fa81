import { formatDays } from "@marquee/contract";
import { consoleLink } from "../../../platform/http/consoleLink.ts";
import { escapeMarkup } from "../../../platform/markup.ts";
import { figureTable, layOutMail } from "../../mail/mailLayout.ts";
import type { Mail } from "../../mail/sendMail.ts";
import type { Digest, DigestFigure, DigestRank } from "./readDigest.ts";

interface Links {
  /** Origin of the console. */
  consoleUrl: string;
  unsubscribeUrl: string;
}

const number = new Intl.NumberFormat("en");
const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** The digest as an email. */
export function digestMail(digest: Digest, { consoleUrl, unsubscribeUrl }: Links): Omit<Mail, "to" | "id"> {
  const { site, week, sentence, figures, sources, pages, experiments, alarms } = digest;
  const days = formatDays(Date.parse(week.first), Date.parse(week.last));
  const title = sentence ?? `Your week, ${days}`;
  const screenUrl = (path: string) => consoleLink(consoleUrl, path);
  const overview = screenUrl(`/?range=${week.first}..${week.last}`);
  const footer = `You're receiving this every week because you turned it on in the console of ${site}.`;
  const html = [
    `<p class="muted" style="margin:0">${escapeMarkup(site)} · ${escapeMarkup(days)}</p>`,
    `<h1>${escapeMarkup(title)}</h1>`,
    figureTable(figures.map(figureCell)),
    rankTable("Top sources", sources),
    rankTable("Top pages", pages),
    listTable(
      "Experiments",
      experiments.map(({ name, text, key }) => ({
        title: name,
        text,
        url: screenUrl(`/experiments/${encodeURIComponent(key)}`),
      })),
    ),
    listTable(
      "Alarms",
      alarms.map(({ name, text, href, resolvedAt }) => ({
        title: resolvedAt === null ? `${name} (still open)` : name,
        text,
        url: screenUrl(href),
      })),
    ),
  ];
  const text = [
    `${site}, ${days}`,
    sentence ?? "",
    figures.map((figure) => `${figure.title}: ${valueText(figure)}${changeText(figure, " ")}`).join("\n"),
    rankText("Top sources", sources),
    rankText("Top pages", pages),
    experiments.map(({ name, text }) => `Experiment ${name}: ${text}`).join("\n"),
    alarms.map((alarm) => `Alarm: ${alarm.text}`).join("\n"),
  ];
  const link = { label: "Open the week in the console", url: overview };
  const versions = layOutMail({ title: site, html, text, link, footer, unsubscribeUrl });
  return { subject: `${site}: ${title}`, ...versions };
}

function figureCell(figure: DigestFigure): string {
  const change = changeText(figure);
  const comparison = change
    ? `<span class="${toneOf(figure)}">${change}</span> vs. week before`
    : "No earlier data";
  return `<div class="muted name">${escapeMarkup(figure.title)}</div><div class="value">${valueText(figure)}</div><div class="muted">${comparison}</div>`;
}

function rankTable(title: string, ranks: readonly DigestRank[]): string {
  if (ranks.length === 0) return "";
  const rows = ranks.map(({ name, visitors, before }) => {
    const figure: DigestFigure = { title: name, value: visitors, before, unit: "count", better: "up" };
    return `<tr><td class="name">${escapeMarkup(name)}</td><td class="number">${number.format(visitors)}</td><td class="number muted"><span class="${toneOf(figure)}">${changeText(figure) || "new"}</span></td></tr>`;
  });
  return `<h2>${title} <span class="muted" style="font-weight:400">by visitors</span></h2><table>${rows.join("")}</table>`;
}

function listTable(title: string, items: readonly { title: string; text: string; url: string }[]): string {
  if (items.length === 0) return "";
  const rows = items.map(
    (item) =>
      `<tr><td class="name"><a href="${escapeMarkup(item.url)}">${escapeMarkup(item.title)}</a><br>${escapeMarkup(item.text)}</td></tr>`,
  );
  return `<h2>${title}</h2><table>${rows.join("")}</table>`;
}

function rankText(title: string, ranks: readonly DigestRank[]): string {
  if (ranks.length === 0) return "";
  return [
    `${title} by visitors`,
    ...ranks.map(({ name, visitors }) => `${name}: ${number.format(visitors)}`),
  ].join("\n");
}

function valueText({ value, unit }: DigestFigure): string {
  if (value === null) return "–";
  return unit === "percent" ? `${tenth.format(value)}%` : number.format(value);
}

/** A change with an arrow, so that it does not depend on color: `▲ 12%`, for rates `▲ 0.4 pp`. Empty without earlier data. */
function changeText({ value, before, unit }: DigestFigure, prefix = ""): string {
  if (value === null || before === null || (unit === "count" && before === 0)) return "";
  const difference = unit === "percent" ? value - before : (value / before - 1) * 100;
  const size =
    unit === "percent" ? `${tenth.format(Math.abs(difference))} pp` : `${Math.round(Math.abs(difference))}%`;
  if (/^0(\D|$)/.test(size)) return `${prefix}unchanged`;
  return `${prefix}${difference > 0 ? "▲" : "▼"} ${size}`;
}

function toneOf({ value, before, better }: DigestFigure): "good" | "bad" | "" {
  if (value === null || before === null || value === before) return "";
  return value > before === (better === "up") ? "good" : "bad";
}
