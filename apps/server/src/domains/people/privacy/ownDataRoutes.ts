import { Readable } from "node:stream";
import { ONE_MINUTE, ONE_SECOND, OWN_DATA_PATH, type Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isOwnPage } from "../../../platform/http/origin.ts";
import { createRateLimit } from "../../../platform/http/rateLimit.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { provenVisitorOf } from "../../../platform/visitor/provenVisitor.ts";
import type { HashEmail } from "../identities/names.ts";
import { dataExports } from "../tables.ts";
import { exportIdentities } from "./exportPerson.ts";
import { browserIdentities } from "./identities.ts";
import { VISITOR } from "./readAudit.ts";

interface OwnDataRoutesOptions {
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  hashEmail: HashEmail;
  /** Origin of the site. */
  publicUrl: string;
  now: () => Timestamp;
}

/** Maximum exports per window. Many people may share one network. */
const MAX_OF_VISITOR = 5;
const MAX_OF_NETWORK = 60;
/** Maximum number of concurrent exports, because each reads all of a visitor's events. */
const MAX_RUNNING = 4;
const BUSY_RETRY_AFTER = ONE_MINUTE / ONE_SECOND;

const FAILURES = {
  foreign: [403, "forbidden", "Open the privacy page of the site to download your data."],
  unproven: [404, "not_found", "This browser has no ID that it can prove, so there is nothing to download."],
  tooMany: [429, "too_many_requests", "Too many downloads. Try again later."],
  busy: [503, "unavailable", "Too many downloads are running. Try again in a minute."],
} as const;

/**
 * `POST /privacy/export`: what is stored about the visitor's browser, as a JSON file. The browser proves its anonymous ID by its cookies; it gets data
 * that names nobody, and nothing of other people. Each export is logged as a privacy request. Deletion needs no route, because a withdrawal deletes.
 */
export function ownDataRoutes({ eventStore, db, hashEmail, publicUrl, now }: OwnDataRoutesOptions) {
  const ofNetwork = createRateLimit({ now, most: MAX_OF_NETWORK });
  const ofVisitor = createRateLimit({ now, most: MAX_OF_VISITOR });
  let running = 0;
  return async (scope: FastifyInstance): Promise<void> => {
    scope.post(OWN_DATA_PATH, async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (!isOwnPage(request, publicUrl)) return fail(reply, "foreign");
      const networkWait = ofNetwork.take(request.ip);
      if (networkWait !== null) return fail(reply, "tooMany", networkWait);
      const id = provenVisitorOf(request.headers.cookie ?? "");
      if (id === null) return fail(reply, "unproven");
      // Counted after the proof, so that others cannot use up a visitor's limit.
      const ownWait = ofVisitor.take(id);
      if (ownWait !== null) return fail(reply, "tooMany", ownWait);
      if (running >= MAX_RUNNING) return fail(reply, "busy", BUSY_RETRY_AFTER);
      running += 1;
      reply.raw.once("close", () => {
        running -= 1;
      });
      await db
        .insert(dataExports)
        .values({ subject: id, requestedBy: VISITOR, requestedAt: new Date(now()) });
      reply.header("content-disposition", 'attachment; filename="my-data.json"').type("application/json");
      return reply.send(
        Readable.from(exportIdentities({ eventStore, db, hashEmail }, browserIdentities(id))),
      );
    });
  };
}

function fail(reply: FastifyReply, failure: keyof typeof FAILURES, retryAfter?: number): FastifyReply {
  const [status, code, message] = FAILURES[failure];
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  return reply.status(status).send({ error: { code, message } });
}
