import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { RateLimit } from "../../../platform/http/rateLimit.ts";
import { ANY_TEXT, describeUnstorable, findUnstorable } from "../../../platform/http/storableText.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Connections } from "../../connections/startConnections.ts";
import { isPlainlySigned, isSignedBody, REPLAY_WINDOW, SIGNATURE_HEADER } from "../webhookSignature.ts";
import { applyUpdate } from "./applyUpdate.ts";
import { readCalUpdate, readUpdate } from "./readUpdate.ts";

interface UpdateRoutesOptions {
  db: RecordsDatabase;
  connections: Pick<Connections, "read" | "recordResult">;
  /** Limits requests with a wrong signature. */
  limit: RateLimit;
  /** Called after a lead has changed. */
  onChanged(): void;
  now: () => Timestamp;
}

const BODY_LIMIT = 64 * 1024;
const CAL_HEADER = "x-cal-signature-256";

/**
 * `POST /hooks/leads`: lead updates from a CRM, and meetings confirmed by schedulers. Only signed requests are read, so others can't learn whether a lead or
 * the connection exists.
 */
export function updateRoutes({ db, connections, limit, onChanged, now }: UpdateRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    // The signature covers the raw body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );

    // Checked below, once the sender is known.
    scope.post(
      "/hooks/leads",
      { bodyLimit: BODY_LIMIT, ...ANY_TEXT },
      async ({ ip, headers, body }, reply) => {
        reply.header("cache-control", "no-store");
        const wait = limit.check(ip);
        if (wait !== null)
          return refuse(
            reply.header("retry-after", String(wait)),
            429,
            "too_many_requests",
            "Try again later.",
          );
        const text = typeof body === "string" ? body : "";
        const secret = connections.read("lead-updates")?.secrets.secret ?? "";
        const calSignature = String(headers[CAL_HEADER] ?? "");
        const isOwn = isSignedBody(text, String(headers[SIGNATURE_HEADER] ?? ""), secret, now());
        if (secret === "" || !(isOwn || isPlainlySigned(text, calSignature, secret))) {
          limit.take(ip);
          return refuse(reply, 401, "unauthorized", "The signature is missing, wrong or too old.");
        }
        const sent = parse(text);
        const read = isOwn ? readUpdate(sent) : readCalUpdate(sent);
        if (read.outcome === "ignored") return { outcome: "ignored" };
        if (read.outcome === "invalid") return fail(reply, 400, "bad_request", read.problem);
        // Only the used part of Cal.com's messages is checked; the rest contains visitors' texts.
        const unstorable = findUnstorable(isOwn ? sent : read.update);
        if (unstorable)
          return fail(
            reply,
            400,
            "bad_request",
            describeUnstorable(isOwn ? "The body" : "The booking", unstorable),
          );
        if (read.update.occurredAt > now() + REPLAY_WINDOW)
          return fail(reply, 400, "bad_request", "The time of the update is in the future. Check the clock.");
        const outcome = await applyUpdate(db, read.update, now());
        if (outcome === "unknown lead")
          return fail(
            reply,
            404,
            "not_found",
            "No lead has this ID or address. It may have been deleted, or its address is older than 90 days.",
          );
        await connections.recordResult("lead-updates", null);
        if (outcome === "applied") onChanged();
        return { outcome };
      },
    );

    /** A failed signed request shows at the connection. */
    async function fail(reply: FastifyReply, status: number, code: string, message: string) {
      await connections.recordResult("lead-updates", message);
      return refuse(reply, status, code, message);
    }
  };
}

function refuse(reply: FastifyReply, status: number, code: string, message: string) {
  return reply.status(status).send({ error: { code, message } });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
