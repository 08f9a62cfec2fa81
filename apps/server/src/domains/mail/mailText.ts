import { escapeMarkup } from "../../platform/markup.ts";
import { layOutMail } from "./mailLayout.ts";
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

/** The two versions of an email's text. */
export function mailText(parts: MailParts): Pick<Mail, "text" | "html"> {
  const { title, paragraphs, facts = [], link, footer } = parts;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="muted">${escapeMarkup(name)}</td><td class="name">${escapeMarkup(value)}</td></tr>`,
  );
  const html = [
    `<h1>${escapeMarkup(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`),
    rows.length > 0 ? `<table class="facts">${rows.join("")}</table>` : "",
  ];
  const text = [title, ...paragraphs, facts.map(([name, value]) => `${name}: ${value}`).join("\n")];
  return layOutMail({ title, html, text, link, footer });
}
