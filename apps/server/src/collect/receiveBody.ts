import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import pLimit from "p-limit";
import type { MemoryBudget, MemoryShare } from "./memoryBudget.ts";
import { BusyError, RejectedRequest } from "./rejectedRequest.ts";

/** Runs what reads a segment, of whichever client: one is read piece by piece, but a piece of it may be large, so few are read at once. */
export const decodeInOrder = pLimit(2);

interface HoldOptions {
  budget: MemoryBudget;
  /** Most bytes on the wire. */
  maxBytes: number;
}

interface ReceiveOptions {
  /** Maximum size. Bodies announced as larger are rejected unread. */
  limit: number;
  share: Pick<MemoryShare, "take">;
  /** Ends the reading from outside, with the error that is its reason. */
  signal: AbortSignal;
}

/**
 * Reads a request's body. The connection stays open after a failure, so that a response can be sent.
 * @throws {RefusedRequest} if it is too large.
 * @throws {BusyError} if there is no memory for it, or it is incomplete.
 */
function receiveBody(request: IncomingMessage, options: ReceiveOptions): Promise<Buffer> {
  const { limit, share, signal } = options;
  return new Promise((resolve, reject) => {
    const announced = Number(request.headers["content-length"] ?? 0);
    if (announced > limit) return reject(tooLarge(limit, announced));
    const chunks: Buffer[] = [];
    let received = 0;
    const settle = () => {
      request.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost);
      signal.removeEventListener("abort", onShed);
      // Without a reader the rest would stand in the way of the answer.
      request.on("error", () => undefined).resume();
    };
    const fail = (error: unknown) => {
      settle();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      received += chunk.byteLength;
      if (received > limit) return fail(tooLarge(limit, received));
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

function tooLarge(limit: number, bytes: number): RejectedRequest {
  const message = `The request exceeds ${limit} bytes.`;
  return new RejectedRequest({ statusCode: 413, reason: "body_too_large", message, bytes });
}

/**
 * Receives a request's body as it came, and holds its part of the budget until `use` is done with it.
 * @throws {RefusedRequest} when it is too large. @throws {BusyError} when there is no room.
 */
export async function receiveBodyWithinBudget<Result>(
  { raw }: FastifyRequest,
  { budget, maxBytes }: HoldOptions,
  use: (wire: Buffer, share: Pick<MemoryShare, "take">) => Promise<Result>,
): Promise<Result> {
  const shedding = new AbortController();
  const share = budget.admit((error) => shedding.abort(error));
  try {
    const wire = await receiveBody(raw, { limit: maxBytes, share, signal: shedding.signal });
    share.received();
    return await use(wire, share);
  } finally {
    share.end();
  }
}
