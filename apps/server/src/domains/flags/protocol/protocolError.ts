import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { logFailure } from "../../../platform/http/logFailure.ts";

/** Sends an error in the format of GrowthBook's API. `error` must not repeat input. */
export function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.status(status).header("cache-control", "no-store").send({ status, error });
}

/** Responds to an unknown key with 404. */
export function refuseKey(reply: FastifyReply): FastifyReply {
  return refuse(reply, 404, "Unknown key. Use the value of CLIENT_KEY or SERVER_KEY.");
}

/** Responds with 4xx to invalid bodies and with 500 to every other error, which is logged. */
export function registerEvalErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 413)
      return refuse(reply, 413, "The body is too large. Attributes are limited to 32 KB.");
    if (statusCode === 415) return refuse(reply, 415, "Send JSON with Content-Type: application/json.");
    // `checkEvalRequest` reports what is wrong with a JSON body; the parser's own messages may repeat it.
    const isChecked = error.code === "FST_ERR_VALIDATION";
    const hint = "Send a valid JSON object. Members named __proto__ are not accepted.";
    if (statusCode < 500) return refuse(reply, 400, isChecked ? error.message : hint);
    logFailure(request, error, "Failed to evaluate flags.");
    return refuse(reply, 500, "Flags are unavailable right now.");
  });
}
