import type { FastifyReply } from "fastify";

/** A signal that is aborted when the client closes the connection before it has its response. */
export function abortedBy({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) controller.abort(new Error("The client closed the request."));
  });
  return controller.signal;
}
