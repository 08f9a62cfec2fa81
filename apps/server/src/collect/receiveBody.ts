import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { MemoryBudget, MemoryShare } from "./memoryBudget.ts";
import { BusyError, bodyTooLarge } from "./rejectedRequest.ts";

interface HoldOptions {
  budget: MemoryBudget;
  /** Maximum bytes on the wire. */
  maxBytes: number;
}

interface ReceiveOptions {
  /** Maximum size in bytes. A larger `Content-Length` is rejected without reading the body. */
  limit: number;
  share: Pick<MemoryShare, "take">;
  /** Stops reading; the promise rejects with the signal's reason. */
  signal: AbortSignal;
}

/**
 * Reads a request's body. The connection stays open after a failure, so that a response can be sent.
 * @throws {RejectedRequest} 413 if it is too large.
 * @throws {BusyError} 429 if there is no memory for it, 408 if it is incomplete or too slow.
 */
function receiveBody(request: IncomingMessage, options: ReceiveOptions): Promise<Buffer> {
  const { limit, share, signal } = options;
  return new Promise((resolve, reject) => {
    const announced = Number(request.headers["content-length"] ?? 0);
    if (announced > limit) return reject(bodyTooLarge(limit, announced));
    const chunks: Buffer[] = [];
    let received = 0;
    const settle = () => {
      request.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost);
      signal.removeEventListener("abort", onShed);
      // Discards the rest of the body, because unread data would block the response.
      request.on("error", () => undefined).resume();
    };
    const fail = (error: unknown) => {
      settle();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      received += chunk.byteLength;
      if (received > limit) return fail(bodyTooLarge(limit, received));
      try {
        share.take(chunk.byteLength);
        chunks.push(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => {
      settle();
      resolve(Buffer.concat(chunks, received));
    };
    const onLost = () => fail(new BusyError(408));
    const onShed = () => fail(signal.reason);
    request.on("data", onData).on("end", onEnd).on("error", onLost).on("close", onLost);
    signal.addEventListener("abort", onShed);
  });
}

/**
 * Receives a request's body without decoding it and keeps its share of the budget until `use` is done.
 * @throws {RejectedRequest} if it is too large. @throws {BusyError} if the budget is exhausted or the body is incomplete.
 */
export async function receiveBodyWithinBudget<Result>(
  { raw }: FastifyRequest,
  { budget, maxBytes }: HoldOptions,
  use: (wire: Buffer) => Promise<Result>,
): Promise<Result> {
  const shedding = new AbortController();
  const share = budget.admit((error) => shedding.abort(error));
  try {
    const wire = await receiveBody(raw, { limit: maxBytes, share, signal: shedding.signal });
    share.received();
    return await use(wire);
  } finally {
    share.end();
  }
}
