import { escapeMarkup } from "../markup.ts";
import type { Mail } from "./sendMail.ts";

/** The parts of an email. All of them are plain text. */
export interface MailParts {
  title: string;
  paragraphs: readonly string[];
  facts?: readonly (readonly [name: string, value: string])[];
  link?: { label: string; url: string };
  /** Why the recipient gets it. */
  footer: string;
}

/** The two versions of an email's text. The HTML one is escaped and loads nothing, so that opening it tells nobody. */
export function mailText({
  title,
  paragraphs,
  facts = [],
  link,
  footer,
}: MailParts): Pick<Mail, "text" | "html"> {
  const factLines = facts.map(([name, value]) => `${name}: ${value}`).join("\n");
  const text = [title, ...paragraphs, factLines, link ? `${link.label}:\n${link.url}` : "", footer];
  const rows = facts
    .map(([name, value]) => `${cell(name, MUTED)}${cell(value)}`)
    .map((row) => `<tr>${row}</tr>`);
  const html = [
    `<h1 style="font-size:20px;margin:0 0 16px">${escapeMarkup(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeMarkup(paragraph)}</p>`),
    rows.length > 0 ? `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join("")}</table>` : "",
    link
      ? `<p style="margin:0 0 24px"><a href="${escapeMarkup(link.url)}" style="${BUTTON}">${escapeMarkup(link.label)}</a></p>`
      : "",
    `<p style="${MUTED};font-size:13px;margin:0">${escapeMarkup(footer)}</p>`,
  ];
  return {
    text: `${text.filter(Boolean).join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><body style="${BODY}">${html.join("")}</body></html>`,
  };
}

const BODY = "font:16px/1.5 system-ui,sans-serif;color:#16241c;max-width:560px;margin:24px";
const MUTED = "color:#5b6a61";
const BUTTON =
  "display:inline-block;padding:10px 18px;border-radius:6px;background:#0d7a43;color:#fff;text-decoration:none";

function cell(text: string, style = ""): string {
  return `<td style="padding:2px 16px 2px 0;vertical-align:top;${style}">${escapeMarkup(text)}</td>`;
}
