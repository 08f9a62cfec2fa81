import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";

/** Says why there is no answer, in the shape of GrowthBook's own API. What was sent is never repeated. */
export function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.status(status).header("cache-control", "no-store").send({ status, error });
}

/** Whoever asks with a key that is none of ours; a stale one looks the same. */
export function refuseKey(reply: FastifyReply): FastifyReply {
  return refuse(reply, 404, "There is nothing under this key. Use CLIENT_KEY's value, or SERVER_KEY's.");
}

/** Bodies that cannot be read are the asker's mistake, and everything else is ours. */
export function registerEvalErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 413) return refuse(reply, 413, "The body is too large; attributes fit into 32 KB.");
    if (statusCode === 415) return refuse(reply, 415, "Send JSON, as application/json.");
    if (statusCode < 500) return refuse(reply, 400, error.validation ? error.message : "Send a JSON object.");
    request.log.error({ err: error }, "Flags could not be answered.");
    return refuse(reply, 500, "Flags cannot be answered just now.");
  });
}
