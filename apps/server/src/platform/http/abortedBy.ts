import type { FastifyReply } from "fastify";

/** The client closed the connection before getting its response, so nobody reads this. */
export class ClientGoneError extends Error {
  override name = "ClientGoneError";
  override message = "The client closed the request.";
}

/**
 * A signal that is aborted with a {@link ClientGoneError} when the client closes the connection before getting its response.
 */
export function abortedBy({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) controller.abort(new ClientGoneError());
  });
  return controller.signal;
}
