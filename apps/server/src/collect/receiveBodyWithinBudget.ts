import type { FastifyRequest } from "fastify";
import pLimit from "p-limit";
import type { MemoryBudget, MemoryShare } from "./memoryBudget.ts";
import { receiveBody } from "./receiveBody.ts";

/** Runs what reads a segment, of whichever client: one is read piece by piece, but a piece of it may be large, so few are read at once. */
export const decodeInOrder = pLimit(2);

interface HoldOptions {
  budget: MemoryBudget;
  /** Most bytes on the wire. */
  maxBytes: number;
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
