import { createHash } from "node:crypto";
import { formatCounted, type PreviewFact, shortenText } from "@marquee/contract";
import type { FastifyReply } from "fastify";
import { OPENER_POLICY } from "../platform/http/securityHeaders.ts";
import { escapeMarkup } from "../platform/markup.ts";

const STYLE = `
  :root { color-scheme: light dark; --line: #dcdfd6; --muted: #56645b; --strip: #fff4d1; --ink: #1d2a22; --edge: #c98a00 }
  @media (prefers-color-scheme: dark) { :root { --line: #2c3a31; --muted: #c9bf9f; --strip: #33290f; --ink: #f6efdc; --edge: #d9a633 } }
  * { box-sizing: border-box }
  body { margin: 0; font: 14px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif }
  .preview { display: grid; grid-template-rows: auto 1fr; height: 100dvh }
  header { max-height: 40dvh; overflow: auto; padding: 8px 16px; border-bottom: 3px solid var(--edge); background: var(--strip); color: var(--ink) }
  header > div, dl { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 18px }
  header h1, header p { margin: 0; font: inherit; overflow-wrap: anywhere }
  header h1, strong { font-weight: 600 }
  dl { margin: 0 }
  dl div { display: flex; gap: 6px; min-width: 0 }
  dt, .note { color: var(--muted) }
  dd { margin: 0; overflow-wrap: anywhere }
  main.page { min-height: 0 }
  iframe { display: block; width: 100%; height: 100%; border: 0; background: #fff }
  .message { max-width: 30rem; margin: 15vh auto; padding: 0 20px; font-size: 16px }
  .message h1 { font-size: 22px; line-height: 1.3; overflow-wrap: anywhere }
  @media print { .preview { display: block; height: auto } header { max-height: none } iframe { height: 90vh } }`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;

/** Headers of everything below the path of previews: not cached, not indexed, not readable by other sites. */
export const PREVIEW_HEADERS = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-resource-policy": "same-origin",
  ...OPENER_POLICY,
} as const;

/** Maximum number and length of facts; more would push the page out of the window. */
const [MAX_FACTS, MAX_VALUE] = [12, 80];

interface Strip {
  facts: readonly PreviewFact[];
  /** Null for published content. */
  draftName: string | null;
  /** Email address of the account that created the preview. */
  madeBy: string;
  expires: string;
  /** Whether it is a link, which anyone who has it can open. */
  isLink: boolean;
  /** Address of the page in the frame. */
  src: string;
}

/**
 * Sends the document with the strip, which says what is shown and who created it, and the page in a frame
 * below it.
 */
export function sendStrip(reply: FastifyReply, strip: Strip): FastifyReply {
  const { facts, draftName, madeBy, expires, isLink, src } = strip;
  const list = facts
    .slice(0, MAX_FACTS)
    .map(({ name, value }) => `<div><dt>${quote(name)}</dt><dd>${quote(value)}</dd></div>`);
  const hiddenCount = facts.length - list.length;
  if (hiddenCount > 0)
    list.push(`<div><dt>And</dt><dd>${formatCounted(hiddenCount, "more choice")}</dd></div>`);
  const what = draftName === null ? "the site" : `the draft ${quote(draftName)}`;
  const until = `${isLink ? "The link works" : "Works"} until ${escapeMarkup(expires)}`;
  const title =
    draftName === null ? "Preview of the site" : `Preview of the draft ${shortenText(draftName, MAX_VALUE)}`;
  return send(
    reply,
    200,
    title,
    `<div class="preview"><header tabindex="0" aria-label="About this preview"><div><h1>Preview of ${what}</h1><p><strong>Not what visitors see.</strong></p><p class="note">Made by ${quote(madeBy)}. ${until}. Nothing here is counted.</p></div><dl>${list.join("")}</dl></header><main class="page"><iframe title="Preview of the page" referrerpolicy="same-origin" sandbox="allow-same-origin allow-scripts" src="${escapeMarkup(src)}"></iframe></main></div>`,
  );
}

/** A user-defined text, shortened, and isolated from the direction of the surrounding text. */
function quote(text: string): string {
  return `<bdi>${escapeMarkup(shortenText(text, MAX_VALUE))}</bdi>`;
}

/** Sends a document that says why there is no preview, and what to do. */
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
