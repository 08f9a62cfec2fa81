import { createHash } from "node:crypto";
import type { PreviewFact } from "@marquee/contract";
import type { FastifyReply } from "fastify";
import { OPENER_POLICY } from "../http/securityHeaders.ts";
import { escapeMarkup } from "../markup.ts";

const STYLE = `
  :root { color-scheme: light dark; --line: #dcdfd6; --muted: #56645b }
  @media (prefers-color-scheme: dark) { :root { --line: #2c3a31; --muted: #a3b1a7 } }
  * { box-sizing: border-box }
  body { margin: 0; font: 14px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif }
  .frame { display: grid; grid-template-rows: auto 1fr; height: 100dvh }
  header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 18px; max-height: 40dvh; overflow: auto; padding: 8px 16px; border-bottom: 1px solid var(--line) }
  header h1 { margin: 0; font: inherit; font-weight: 600 }
  dl { display: contents }
  dl div { display: flex; gap: 6px; min-width: 0 }
  dt, .note { color: var(--muted) }
  dd { margin: 0; overflow-wrap: anywhere }
  .note { margin: 0 0 0 auto }
  iframe { width: 100%; height: 100%; border: 0; background: #fff }
  .message { max-width: 30rem; margin: 15vh auto; padding: 0 20px; font-size: 16px }
  .message h1 { font-size: 22px; line-height: 1.3 }`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;

/** Headers of everything below the path of previews: kept by no cache, found by no search engine, read by no other site. */
export const PREVIEW_HEADERS = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-resource-policy": "same-origin",
  ...OPENER_POLICY,
} as const;

/** The document with the strip that says what one sees, and the page in a frame below it. */
export function sendStrip(
  reply: FastifyReply,
  { facts, expires, src }: { facts: readonly PreviewFact[]; expires: string; src: string },
): FastifyReply {
  const list = facts.map(
    ({ name, value }) => `<div><dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd></div>`,
  );
  return send(
    reply,
    200,
    "Preview",
    `<main class="frame"><header><h1>Preview</h1><dl>${list.join("")}</dl><p class="note">Nothing here is counted. This link works until ${escapeMarkup(expires)}.</p></header><iframe title="Preview of the page" sandbox="allow-same-origin allow-scripts" src="${escapeMarkup(src)}"></iframe></main>`,
  );
}

/** A document that says why there is no preview, and what to do. */
export function sendNoPreview(
  reply: FastifyReply,
  status: number,
  title: string,
  text: string,
): FastifyReply {
  return send(
    reply,
    status,
    title,
    `<main class="message"><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p></main>`,
  );
}

function send(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  return reply
    .status(status)
    .headers({ ...PREVIEW_HEADERS, "content-security-policy": POLICY, "referrer-policy": "no-referrer" })
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`,
    );
}
