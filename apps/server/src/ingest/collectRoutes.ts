import type { Timestamp } from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Config } from "../platform/config/config.ts";
import { type AllowedOrigins, allowOrigin, isForeignPage } from "../platform/http/origin.ts";
import { withAnyText } from "../platform/http/storableText.ts";
import type { EventWriter } from "../platform/storage/events/eventStore.ts";
import type { Countries } from "../platform/visitor/countries.ts";
import { type BudgetShare, createIngestBudgets, type IngestBudgets } from "./budgets/ingestBudgets.ts";
import { createTrustedSenders, type TrustedSenders } from "./budgets/trustedSenders.ts";
import {
  A_REJECTION,
  COLLECT_ROUTES,
  type CollectedRequest,
  type CollectResponse,
  kindOf,
  type Sent,
} from "./collectedRequest.ts";
import type { Counters } from "./counters.ts";
import { createExclusions, type IsSignedIn } from "./exclusions.ts";
import { hostNotAllowed } from "./hostNotAllowed.ts";
import { createMemoryBudget, type MemoryBudget } from "./memoryBudget.ts";
import type { Ingest } from "./process/ingest.ts";
import { receiveBodyWithinBudget } from "./receiveBody.ts";
import { createRefusals } from "./refusals.ts";
import { RejectedRequest } from "./rejectedRequest.ts";
import type { Rejections } from "./rejections.ts";
import { startReports } from "./reports.ts";
import { settingsRoutes } from "./settingsRoutes.ts";

/** The Site that events belong to. */
interface MeasuredSite {
  current(): Pick<Site, "id" | "hosts" | "excludedAddresses">;
  /** Host of `PUBLIC_URL`. */
  publicHost: string;
}

/** Forwards a copy of accepted RUM events, one per line. */
interface RumCopies {
  isWanted(): boolean;
  /** Returns at once. */
  add(lines: string): void;
}

interface CollectOptions {
  config: Pick<
    Config,
    "publicUrl" | "writeKey" | "clientKey" | "serverKey" | "ingestBudgets" | "trustedSenders"
  >;
  allowedOrigins: AllowedOrigins;
  ingest: Pick<Ingest, "receive">;
  eventStore: Pick<EventWriter, "insert">;
  isSignedIn: IsSignedIn;
  site: MeasuredSite;
  copies: RumCopies;
  countries: Countries;
  now: () => Timestamp;
  log: Logger;
}

/** The counters and records of this process about requests. Other rooms use it too. */
export interface CollectReports {
  counters: Counters;
  rejections: Pick<Rejections, "record">;
  budgets: IngestBudgets;
}

/** Registers all routes for clients that send events. */
export async function registerCollect(
  server: FastifyInstance,
  options: CollectOptions,
): Promise<CollectReports> {
  const { config, allowedOrigins, ingest, eventStore, isSignedIn, site, copies, countries, now, log } =
    options;
  const { counters, rejections, stop } = startReports({ writer: eventStore, now, log });
  server.addHook("onClose", stop);
  const { writeKey, publicUrl } = config;
  const budget = createMemoryBudget({ now });
  const exclusionOf = createExclusions({ isSignedIn, site });
  const trusted = createTrustedSenders(config);
  const budgets = createIngestBudgets({ budgets: config.ingestBudgets, trusted, counters, now });
  const senders = { countries, exclusionOf, site, trusted, budgets };
  // Events go to the event store, which accepts any text.
  await server.register(
    withAnyText(
      collectRoutes({ ingest, budget, rejections, counters, copies, senders, allowedOrigins, now, log }),
    ),
  );
  await server.register(withAnyText(settingsRoutes({ writeKey, publicUrl, allowedOrigins })));
  return { counters, rejections, budgets };
}

/** Sources of facts about a sender. */
interface SenderFacts {
  countries: Countries;
  exclusionOf: ReturnType<typeof createExclusions>;
  site: MeasuredSite;
  trusted: Pick<TrustedSenders, "authorizationOf">;
  budgets: Pick<IngestBudgets, "admit">;
}

interface CollectRoutesOptions {
  ingest: Pick<Ingest, "receive">;
  budget: MemoryBudget;
  rejections: Pick<Rejections, "record">;
  counters: Pick<Counters, "add">;
  copies: RumCopies;
  senders: SenderFacts;
  /** Other origins whose pages may send events. */
  allowedOrigins: AllowedOrigins;
  now: () => Timestamp;
  log: Pick<Logger, "error">;
}

/**
 * Every route that receives events. A body is passed on to the ingest process unparsed, so that events do not slow down pages. Routes never
 * redirect, because clients lose redirected events.
 */
export function collectRoutes(options: CollectRoutesOptions) {
  const { ingest, budget, rejections, counters, copies, senders, allowedOrigins, log } = options;
  const refusalOf = createRefusals({ rejections, counters, log });

  return async (scope: FastifyInstance): Promise<void> => {
    scope.removeAllContentTypeParsers();
    // Beacons send text/plain and some clients no content type, so the header is ignored.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.addHook("onRequest", async (request, reply) => {
      allowOrigin(request, reply, allowedOrigins);
      // Preflight requests too, because no request with events follows them.
      if (!isForeignPage(request, allowedOrigins)) return;
      senders.budgets.admit(request, "events").count(A_REJECTION);
      throw hostNotAllowed(request.headers.origin);
    });
    scope.setErrorHandler((error: Error, request, reply) => {
      const path = request.routeOptions.url ?? "";
      return send(reply, refusalOf(error, { path, bytes: announcedBytes(path, request), log: request.log }));
    });
    for (const [path, { maxBytes }] of COLLECT_ROUTES)
      scope.post(path, async (request, reply) => {
        const share = senders.budgets.admit(request, kindOf(path));
        const facts = await describeRequest(path, request, senders);
        const collected = { ...facts, wantsCopy: copies.isWanted() && facts.exclusion === null };
        const response = await receiveBodyWithinBudget(request, { budget, maxBytes }, (wire) =>
          countSent(share, wire, () => ingest.receive(collected, wire)),
        ).catch((error: unknown) => {
          if (error instanceof RejectedRequest) share.count(A_REJECTION);
          throw error;
        });
        if (response.copy) copies.add(response.copy);
        return send(reply, response);
      });
    scope.options("/v1/*", (_request, reply) => reply.status(204).send());
    scope.options("/m", (_request, reply) => reply.status(204).send());
  };
}

/** Counts a body immediately, so that concurrent requests see it, and its content once read. A request that is to be retried is not counted in the end. */
async function countSent(
  share: BudgetShare,
  { byteLength }: Buffer,
  receive: () => Promise<CollectResponse>,
): Promise<CollectResponse> {
  share.count({ bytes: byteLength, events: 1 });
  let sent: Sent = { bytes: 0, events: 0 };
  try {
    const response = await receive();
    sent = response.sent ?? sent;
    return response;
  } finally {
    share.count({ bytes: sent.bytes - byteLength, events: sent.events - 1 });
  }
}

/** The declared size of an unread body, limited to the route's maximum, because a sender can declare any size. */
function announcedBytes(path: string, { headers }: Pick<FastifyRequest, "headers">): number {
  return Math.min(Number(headers["content-length"]) || 0, COLLECT_ROUTES.get(path)?.maxBytes ?? 0);
}

/** The sender's address and cookies are looked up here and not passed on. */
async function describeRequest(
  path: string,
  request: FastifyRequest,
  { countries, exclusionOf, site, trusted }: SenderFacts,
): Promise<Omit<CollectedRequest, "wantsCopy">> {
  const { headers, query, ip } = request;
  const { id, hosts } = site.current();
  return {
    path,
    query: query as CollectedRequest["query"],
    userAgent: headers["user-agent"] ?? "",
    authorization: trusted.authorizationOf(request),
    contentType: headers["content-type"],
    contentEncoding: headers["content-encoding"],
    country: countries.codeOf(ip),
    exclusion: await exclusionOf(request),
    site: { id, hosts, host: site.publicHost },
  };
}

function send(reply: FastifyReply, { status, json, retryAfter }: CollectResponse): FastifyReply {
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  // Closes the connection of a client that was too slow.
  if (status === 408) reply.header("connection", "close");
  return reply.status(status).type("application/json; charset=utf-8").send(json);
}
