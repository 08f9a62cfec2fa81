import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { MemoryBudget } from "./memoryBudget.ts";
import { BusyError, bodyTooLarge } from "./rejectedRequest.ts";

interface HoldOptions {
  budget: MemoryBudget;
  /** Maximum bytes on the wire. */
  maxBytes: number;
}

interface Reading {
  body: Promise<Buffer>;
  /** Stops reading; `body` rejects with the error. */
  abort(error: Error): void;
}

/**
 * Starts to read a request's body. The connection stays open after a failure, so that a response can be sent.
 * @param limit maximum size in bytes. A larger `Content-Length` is rejected without reading the body.
 * @returns `body`, which rejects with a {@link RejectedRequest} 413 if it is too large, or with a {@link BusyError} 429 if there is no memory
 * for it and 408 if it is incomplete.
 */
function startReading(request: IncomingMessage, limit: number, take: (bytes: number) => void): Reading {
  let abort: (error: unknown) => void = () => undefined;
  const body = new Promise<Buffer>((resolve, reject) => {
    const announced = Number(request.headers["content-length"] ?? 0);
    if (announced > limit) return reject(bodyTooLarge(limit, announced));
    const chunks: Buffer[] = [];
    let received = 0;
    const settle = () => {
      request.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost);
    };
    const fail = (error: unknown) => {
      settle();
      // Discards the rest of the body, because unread data would block the response.
      request.on("error", () => undefined).resume();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      received += chunk.byteLength;
      if (received > limit) return fail(bodyTooLarge(limit, received));
      try {
        take(chunk.byteLength);
        chunks.push(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => {
      settle();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, received));
    };
    const onLost = () => fail(new BusyError(408));
    abort = fail;
    request.on("data", onData).on("end", onEnd).on("error", onLost).on("close", onLost);
  });
  return { body, abort: (error) => abort(error) };
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
  let reading: Reading | undefined;
  const share = budget.admit((error) => reading?.abort(error));
  try {
    reading = startReading(raw, maxBytes, share.take);
    const wire = await reading.body;
    share.received();
    return await use(wire);
  } finally {
    share.end();
  }
}
