import { escapeMarkup } from "../markup.ts";

/** Light, and dark for mail programs that know the setting. Colors of text have a contrast of at least 4.5 to 1 in both. */
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

/** An email with figures and tables. It loads nothing, so that opening it tells nobody. @param parts HTML. */
export function mailPage(title: string, parts: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body><div class="page">${parts.join("")}</div></body></html>`;
}
