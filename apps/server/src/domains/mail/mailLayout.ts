import { escapeMarkup } from "../../platform/markup.ts";
import type { Mail } from "./sendMail.ts";

interface MailContent {
  /** Title of the document. */
  title: string;
  /** Parts of the HTML version. */
  html: readonly string[];
  /** Paragraphs of the text version. Empty ones are dropped. */
  text: readonly string[];
  link?: { label: string; url: string } | undefined;
  /** Why the recipient gets it. */
  footer: string;
  /** Null for an email that nobody subscribed to. */
  unsubscribeUrl?: string | null;
}

/** Light, and dark for email clients that support it. Text has a contrast of at least 4.5 to 1 in both. */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  body { margin: 0; padding: 0; background: #f7f6f1; color: #16241c; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }
  .page { max-width: 560px; margin: 0 auto; padding: 28px 20px 40px }
  h1 { font-size: 22px; line-height: 1.3; margin: 4px 0 24px }
  h2 { font-size: 14px; margin: 32px 0 6px }
  table { width: 100%; border-collapse: collapse }
  td { padding: 9px 0; border-top: 1px solid #dcdfd6; vertical-align: top }
  .figures td { width: 50%; padding: 12px 12px 12px 0 }
  .value { font-size: 26px; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums }
  .number { width: 64px; text-align: right; white-space: nowrap; padding-left: 16px; font-variant-numeric: tabular-nums }
  .name { overflow-wrap: anywhere }
  .facts .muted { padding-right: 16px }
  .muted { color: #56645b; font-size: 14px }
  .good { color: #0b6b3a } .bad { color: #a23c1d }
  a { color: #0b6b3a }
  .button { display: inline-block; margin-top: 28px; padding: 11px 20px; border-radius: 6px; background: #0b6b3a; color: #ffffff; text-decoration: none }
  @media (prefers-color-scheme: dark) {
    body { background: #101a14; color: #eef2ec }
    td { border-top-color: #2c3a31 }
    .muted { color: #a3b1a7 }
    .good, a { color: #63cf92 } .bad { color: #f09a78 }
    .button { background: #63cf92; color: #0c1710 }
  }`;

/**
 * Both versions of an email, with its link and footer. The HTML version loads nothing, so that opening it is not
 * tracked.
 */
export function layOutMail({
  title,
  html,
  text,
  link,
  footer,
  unsubscribeUrl = null,
}: MailContent): Pick<Mail, "html" | "text" | "unsubscribeUrl"> {
  const button = link
    ? `<a class="button" href="${escapeMarkup(link.url)}">${escapeMarkup(link.label)}</a>`
    : "";
  const unsubscribe = unsubscribeUrl ? ` <a href="${escapeMarkup(unsubscribeUrl)}">Unsubscribe</a>` : "";
  const body = `${html.join("")}${button}<p class="muted" style="margin:32px 0 0">${escapeMarkup(footer)}${unsubscribe}</p>`;
  const paragraphs = [
    ...text,
    link ? `${link.label}:\n${link.url}` : "",
    unsubscribeUrl ? `${footer}\nUnsubscribe: ${unsubscribeUrl}` : footer,
  ];
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body><div class="page">${body}</div></body></html>`,
    text: `${paragraphs.filter(Boolean).join("\n\n")}\n`,
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
}

/** Figures, two in a row, so that they can be read on a phone. @param cells HTML. */
export function figureTable(cells: readonly string[]): string {
  const rows = [];
  for (let index = 0; index < cells.length; index += 2)
    rows.push(`<tr><td>${cells[index]}</td><td>${cells[index + 1] ?? ""}</td></tr>`);
  return `<table class="figures" role="presentation">${rows.join("")}</table>`;
}
