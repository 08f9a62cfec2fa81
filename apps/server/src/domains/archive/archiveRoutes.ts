import { createHash } from "node:crypto";
import cookie from "@fastify/cookie";
import { ARCHIVE_PATH, type Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ApiError } from "../../platform/errors/apiError.ts";
import { checkRead } from "../../platform/http/origin.ts";
import { sendError } from "../../platform/http/sendError.ts";
import { ANY_TEXT } from "../../platform/http/storableText.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { requireArea } from "../accounts/requireRole.ts";
import { createTwoFactorPolicy } from "../accounts/secondFactor/twoFactorPolicy.ts";
import { createSessions } from "../accounts/sessions.ts";
import { createArchiveStore } from "./archiveStore.ts";
import { archivePage } from "./pageAddresses.ts";

interface ArchiveRoutesOptions {
  db: RecordsDatabase;
  /** Origin of the site. */
  publicUrl: string;
  /** Origin of the console; requests must come from its pages. */
  consoleUrl: string;
  /** Whether every account must have a second factor. */
  requireTwoFactor: boolean;
  now: () => Timestamp;
}

/** Allows only styles, images and fonts: no scripts, no requests. The console has the same origin, so it may read and frame the page. */
const PAGE_POLICY = [
  "sandbox allow-same-origin",
  "default-src 'none'",
  "style-src 'unsafe-inline' 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'self'";
/** Browsers may cache it but must revalidate, so that the server can check the session. */
const CACHE_CONTROL = "private, no-cache";

/** `GET /console/archive/…`: pages and files of the site as they were served. Requires a console session; 401 otherwise. */
export function archiveRoutes(options: ArchiveRoutesOptions) {
  const { db, publicUrl, consoleUrl, requireTwoFactor, now } = options;
  const store = createArchiveStore(db);
  return async (scope: FastifyInstance): Promise<void> => {
    await scope.register(cookie);
    const sessions = createSessions({ db, now, isSecure: consoleUrl.startsWith("https:") });
    const policy = createTwoFactorPolicy({ db, isRequired: requireTwoFactor });
    scope.setErrorHandler(sendError);
    scope.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      checkRead(request, options);
      const account = await sessions.find(request);
      if (!account || (await policy.mustSetUp(account)))
        throw new ApiError("unauthorized", "Sign in to continue.");
      requireArea(account, "analytics");
    });

    scope.get<{ Params: { version: string } }>("/pages/:version", async ({ params }, reply) => {
      const page = await store.readPage(params.version);
      if (!page) return reply.status(404).send(missing("This page version is not archived."));
      const moment = { origin: publicUrl, at: page.firstServedAt };
      const body = Buffer.from(archivePage(page.html.toString(), moment));
      return sendStoredFile(reply, { body, mediaType: "text/html; charset=utf-8", policy: PAGE_POLICY });
    });

    // Addresses are stored as they were requested, that is, encoded.
    scope.get<{ Params: { at: string } }>("/files/:at/*", ANY_TEXT, async ({ params, url }, reply) => {
      const at = /^\d{1,15}$/.test(params.at) ? Number(params.at) : null;
      if (at === null) return reply.status(400).send(invalidTimestamp());
      const file = await store.readFile(url.slice(`${ARCHIVE_PATH}/files/${params.at}`.length), at);
      if (!file) return reply.status(404).send(missing("Nothing is archived under this URL."));
      return sendStoredFile(reply, { ...file, policy: FILE_POLICY });
    });
  };
}

interface StoredFile {
  body: Buffer;
  mediaType: string;
  policy: string;
}

/**
 * Sends an archived file, or 304 if the browser has it. The ETag is a hash of the sent bytes, because these also change when the rewriting of
 * archived pages changes.
 */
function sendStoredFile(reply: FastifyReply, { body, mediaType, policy }: StoredFile): FastifyReply {
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  reply.headers({ etag, "content-security-policy": policy, "cache-control": CACHE_CONTROL });
  if (reply.request.headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
  return reply.type(mediaType).send(body);
}

function missing(message: string) {
  return { error: { code: "not_found", message } };
}

function invalidTimestamp() {
  const message = "Start the path with a timestamp in milliseconds: /files/1700000000000/….";
  return { error: { code: "bad_request", message } };
}
