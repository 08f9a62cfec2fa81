import cookie from "@fastify/cookie";
import { ONE_MINUTE, pathOf, previewFacts, type RenderedPage } from "@marquee/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createTwoFactorPolicy } from "../domains/accounts/secondFactor/twoFactorPolicy.ts";
import { createSessions } from "../domains/accounts/sessions.ts";
import type { Flags } from "../domains/flags/startFlags.ts";
import { readDraft } from "../domains/publishing/draftStore.ts";
import { createImageLinks } from "../domains/publishing/imageLinks.ts";
import { PREVIEW_PATH } from "../domains/publishing/previewLinks.ts";
import type { CurrentSite } from "../domains/site/startSite.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import { servedOn } from "../platform/http/hosts.ts";
import { logFailure } from "../platform/http/logFailure.ts";
import { createRateLimit } from "../platform/http/rateLimit.ts";
import { publicErrorOf, quotableMessage } from "../platform/http/sendError.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";
import { trimTrailingSlashes } from "../platform/http/trimTrailingSlashes.ts";
import type { SigningKey } from "../platform/storage/records/signingKeys.ts";
import { createDocumentHeaders } from "./documentHeaders.ts";
import { type OpenedPreview, openPreview } from "./openPreview.ts";
import { isFramed, pageOf, previewBehind } from "./previewFrames.ts";
import { PREVIEW_HEADERS, sendNoPreview, sendStrip } from "./previewPages.ts";
import { type PreviewParts, renderPreview } from "./renderPreview.ts";

interface PreviewRoutesOptions extends Omit<PreviewParts, "imageLinks"> {
  signingKey: SigningKey;
  flags: Pick<Flags, "at" | "nextScheduledChange">;
  site: Pick<CurrentSite, "current">;
  /** Origin of the console; its sessions open its own previews. */
  consoleUrl: string;
  /** Whether every account must have a second factor. */
  requireTwoFactor: boolean;
}

/** Maximum previews per client and minute, because each renders a page. */
const MOST_PREVIEWS = 300;
/**
 * No script runs, nothing is sent, nothing is opened. `allow-scripts` makes the document render as for visitors with scripts (`noscript`, the media
 * feature `scripting`), while its policy allows none. `allow-same-origin` sends the preview's URL as the referrer of a clicked link, so that the
 * linked page is previewed too.
 */
const SANDBOX = [
  "script-src 'none'",
  "connect-src 'none'",
  "form-action 'none'",
  "sandbox allow-same-origin allow-scripts",
];
const REPLACED = /^(?:script-src|connect-src|form-action|require-trusted-types-for)\b/;

/**
 * Shows pages as visitors would get them with the choices in a signed URL: the same bytes, with headers that block scripts, so that nothing is
 * measured, and that prevent caching and indexing. They are sent only to a frame; opened directly, each URL leads to the document with the strip.
 */
export async function registerPreviews(app: FastifyInstance, options: PreviewRoutesOptions): Promise<void> {
  const { db, signingKey, bundle, publishing, settings, tools, flags, site, consoleUrl } = options;
  const { requireTwoFactor, now } = options;
  const limit = createRateLimit({ now, most: MOST_PREVIEWS, window: ONE_MINUTE });
  const imageLinks = createImageLinks(signingKey, now);
  const documentHeaders = createDocumentHeaders(bundle, settings);
  const opening = {
    db,
    signingKey,
    publishing,
    now,
    nextScheduledChange: flags.nextScheduledChange,
    sessions: createSessions({ db, now, isSecure: consoleUrl.startsWith("https:") }),
    policy: createTwoFactorPolicy({ db, isRequired: requireTwoFactor }),
  };

  const sendDocument = (reply: FastifyReply, { sheet, html }: RenderedPage, status: number) => {
    const headers = documentHeaders(sheet, tools.current());
    const directives = (headers["content-security-policy"] ?? "")
      .split("; ")
      .filter((directive) => directive !== "" && !REPLACED.test(directive));
    return reply
      .status(status)
      .headers({
        ...headers,
        ...PREVIEW_HEADERS,
        "referrer-policy": "same-origin",
        "content-security-policy": [...directives, ...SANDBOX].join("; "),
      })
      .send(html);
  };

  /** The document with the strip. */
  const sendParent = async (reply: FastifyReply, src: string, opened: OpenedPreview) => {
    const { choices, expiresAt, madeBy } = opened;
    const { timeZone } = site.current();
    const draft = choices.draft === undefined ? null : await readDraft(db, choices.draft);
    const until = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
    return sendStrip(reply, {
      facts: previewFacts(choices, { timeZone, draftName: draft?.name }),
      draftName: draft?.name ?? null,
      madeBy,
      src,
      isLink: "link" in opened.for,
      expires: `${until.format(expiresAt)} (${timeZone})`,
    });
  };

  const sendFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const told = publicErrorOf(error);
    if (told.isFailure) logFailure(request, error, "A preview failed.");
    return sendNoPreview(reply, told.status, "The preview can't be shown", quotableMessage(told, request));
  };

  const answer = async (request: FastifyRequest<PreviewPath>, reply: FastifyReply) => {
    const seconds = limit.take(request.ip);
    if (seconds !== null) {
      reply.header("retry-after", String(seconds));
      return sendNoPreview(reply, 429, "Too many previews", "Wait a minute, then reload the page.");
    }
    const [token = "", ...rest] = request.params["*"].split("/");
    const opened = await openPreview(opening, token, request);
    if ("title" in opened) return sendNoPreview(reply, 404, opened.title, opened.text);
    const prefix = `${PREVIEW_PATH}/${token}`;
    try {
      if (rest.length === 0) return await sendParent(reply, prefix + pageOf(request.query), opened);
      const path = `/${rest.join("/")}`;
      const search = request.url.slice(pathOf(request.url).length);
      if (!isFramed(request, prefix, opened)) {
        const page = encodePath(path) + search;
        return reply.headers(PREVIEW_HEADERS).redirect(`${prefix}?page=${encodeURIComponent(page)}`, 302);
      }
      const trimmed = trimTrailingSlashes(path) || "/";
      const rendered =
        trimmed === path
          ? await renderPreview({ ...options, imageLinks }, opened, { path, search })
          : { elsewhere: encodePath(trimmed) + search };
      if ("page" in rendered) return sendDocument(reply, rendered.page, rendered.status);
      const { elsewhere } = rendered;
      if (elsewhere.startsWith("/")) return reply.headers(PREVIEW_HEADERS).redirect(prefix + elsewhere, 302);
      return sendNoPreview(
        reply,
        404,
        "Visitors are sent to another site",
        `This path sends them to ${elsewhere}`,
      );
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "not_found")) throw error;
      return sendNoPreview(
        reply,
        404,
        "There is nothing to preview",
        `${error.message} Choose something else in the console.`,
      );
    }
  };

  // A link on a previewed page opens the page behind it in the same preview: that is not a visit either.
  app.addHook("onRequest", (request, reply, done) => {
    const prefix = previewBehind(request);
    if (prefix === null || request.url.startsWith(`${PREVIEW_PATH}/`)) return done();
    reply.headers(PREVIEW_HEADERS).redirect(prefix + request.url, 302);
  });
  const routes = servedOn("console", async (scope) => {
    await scope.register(cookie);
    // Any text is allowed: a token is verified, and a path without a page is a 404 page.
    scope.get<PreviewPath>(`${PREVIEW_PATH}/*`, { ...ANY_TEXT, errorHandler: sendFailure }, answer);
  });
  await app.register(routes);
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

interface PreviewPath {
  Params: { "*": string };
}
