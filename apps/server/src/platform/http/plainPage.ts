import { createHash } from "node:crypto";
import { escapeMarkup } from "../markup.ts";

const STYLE =
  ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:15vh auto;padding:0 20px}button{font:inherit;padding:10px 18px}";

/** Headers of a {@link plainPage}, which loads nothing. */
export const PLAIN_PAGE_HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'`,
  "x-robots-tag": "noindex",
};

interface PlainPage {
  language: string;
  title: string;
  /** Markup after the title. */
  body: string;
}

/** A small document that is cheap to create. */
export function plainPage({ language, title, body }: PlainPage): string {
  const text = escapeMarkup(title);
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title><style>${STYLE}</style></head><body><h1>${text}</h1>${body}</body></html>`;
}
