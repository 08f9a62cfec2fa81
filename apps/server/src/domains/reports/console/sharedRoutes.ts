import { createHash } from "node:crypto";
import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { SharedReport } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyReply } from "fastify";
import QuickLRU from "quick-lru";
import { type BuiltFile, sendBuiltFile } from "../../../platform/http/builtFiles.ts";
import { logFailure } from "../../../platform/http/logFailure.ts";
import { createRateLimit } from "../../../platform/http/rateLimit.ts";
import { securityHeaders } from "../../../platform/http/securityHeaders.ts";
import { ANY_TEXT } from "../../../platform/http/storableText.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { CardParts } from "../answerCard.ts";
import { readSharedReport } from "../readSharedReport.ts";
import { findReport } from "../reportStore.ts";
import { openShare } from "../shareStore.ts";

interface SharedRoutesOptions extends CardParts {
  db: RecordsDatabase;
  /** The built document of shared links; null in development. */
  document: BuiltFile | null;
  consoleUrl: string;
  now: () => Timestamp;
}

/** Maximum requests per network in ten minutes. A visit takes two. */
const MAX_REQUESTS = 120;
/** How long the figures of a report are cached, however often its links are opened. */
const FRESH: Milliseconds = 5 * ONE_MINUTE;
const MAX_KEPT = 200;
/** Maximum number of reports read at a time, in addition to the queue of each report's queries. */
const MAX_READING = 4;

const STYLE =
  ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:15vh auto;padding:0 20px}";
const GONE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>This link does not work</title><style>${STYLE}</style></head><body><h1>This link does not work</h1><p>It may have expired or been revoked, or it is incomplete. Ask the person who sent it for a new one.</p></body></html>`;
const GONE_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'none'; frame-ancestors 'self'; base-uri 'none'`;

interface TokenPath {
  Params: { token: string };
}

/**
 * A shared report: its document, and its figures. Only the token decides what is shown; nothing else in the request is read. Forged, expired
 * and revoked links get the same response.
 */
export function sharedRoutes(options: SharedRoutesOptions) {
  const { db, document, consoleUrl, now } = options;
  const requests = createRateLimit({ now, most: MAX_REQUESTS });
  const read = createReader(options);
  const headers = {
    ...securityHeaders({ isSecure: consoleUrl.startsWith("https:") }),
    "cache-control": "private, no-cache",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  };
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (request, reply) => {
      reply.headers(headers);
      const wait = requests.take(request.ip);
      if (wait === null) return;
      reply.header("retry-after", String(wait));
      return reply
        .status(429)
        .type("text/plain; charset=utf-8")
        .send("Too many requests. Try again in a few minutes.");
    });
    scope.setErrorHandler((error, request, reply) => {
      logFailure(request, error, "A shared report failed.");
      return reply
        .status(503)
        .type("text/plain; charset=utf-8")
        .send(`Data is unavailable right now. Try again in a moment. Request ID: ${request.id}`);
    });
    // Tokens are hashed, so one with other characters is just a wrong token.
    if (document)
      scope.get<TokenPath>("/shared/:token", ANY_TEXT, async (request, reply) => {
        const opened = await openShare(db, request.params.token, now());
        return opened ? sendBuiltFile(request, reply, document) : gone(reply);
      });
    scope.get<TokenPath>("/shared/:token/data", ANY_TEXT, async ({ params }, reply) => {
      const opened = await openShare(db, params.token, now());
      if (!opened) return gone(reply);
      const { reportId, expiresAt } = opened;
      const report = await read(reportId);
      if (report === "busy")
        return reply
          .status(503)
          .header("retry-after", "10")
          .type("text/plain; charset=utf-8")
          .send("Busy. Try again soon.");
      return { ...report, expiresAt };
    });
  };
}

function gone(reply: FastifyReply): FastifyReply {
  return reply
    .status(404)
    .header("content-security-policy", GONE_POLICY)
    .type("text/html; charset=utf-8")
    .send(GONE);
}

interface CachedReport {
  revision: number;
  readAt: Timestamp;
  report: Promise<SharedReport>;
}

/** Reads a report's figures once for everyone who opens its links within {@link FRESH}. */
function createReader(options: SharedRoutesOptions) {
  const { db, now } = options;
  const reports = new QuickLRU<number, CachedReport>({ maxSize: MAX_KEPT });
  let reading = 0;
  return async (id: number): Promise<SharedReport | "busy"> => {
    const state = await findReport(db, id, null);
    const cached = reports.get(id);
    if (cached?.revision === state.revision && now() - cached.readAt < FRESH) return cached.report;
    if (reading >= MAX_READING) return "busy";
    reading += 1;
    const report = readSharedReport(options, state, { expiresAt: 0 }).finally(() => {
      reading -= 1;
    });
    reports.set(id, { revision: state.revision, readAt: now(), report });
    // A failed read is not cached.
    report.catch(() => reports.delete(id));
    return report;
  };
}
