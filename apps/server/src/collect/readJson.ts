import type { FastifyRequest } from "fastify";
import { decodeBody } from "./decodeBody.ts";
import type { MemoryBudget } from "./memoryBudget.ts";
import { receiveBodyWithinBudget } from "./receiveBody.ts";
import { RejectedRequest } from "./rejectedRequest.ts";

/** A request body: a JSON object with unchecked properties. */
export type JsonBody = Record<string, unknown>;

interface ReadJsonOptions {
  budget: MemoryBudget;
  /** Maximum bytes on the wire. */
  maxBytes: number;
  /** Maximum bytes of a compressed body after decompression. */
  maxDecodedBytes: number;
  /** Encoding of the body if there is no `Content-Encoding` header, because a beacon cannot set it. */
  encoding?: string | undefined;
}

/**
 * Reads a request's JSON, whatever its content type, and keeps its share of the budget until `use` is done.
 * @throws {RejectedRequest} if it is not a JSON object within the limits.
 * @throws {BusyError} if the budget is exhausted or the body is incomplete.
 */
export async function readJson<Result>(
  request: FastifyRequest,
  { budget, maxBytes, maxDecodedBytes, encoding }: ReadJsonOptions,
  use: (body: JsonBody) => Promise<Result>,
): Promise<Result> {
  return receiveBodyWithinBudget(request, { budget, maxBytes }, async (wire, share) => {
    const decoded = await decodeBody(wire, request.headers["content-encoding"] ?? encoding, maxDecodedBytes);
    share.take(Math.max(0, decoded.byteLength - wire.byteLength));
    return use(parseObject(decoded));
  });
}

/** Uses fixed error messages, because those of `JSON.parse` quote the surrounding text, which may contain an address. */
function parseObject(text: Buffer): JsonBody {
  const refuse = (message: string) =>
    new RejectedRequest({ statusCode: 400, reason: "bad_json", message, bytes: text.byteLength });
  let value: unknown;
  try {
    value = JSON.parse(text.toString("utf8"));
  } catch {
    throw refuse("The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse("The body must be a JSON object.");
  return value as JsonBody;
}

/** The value as a record; an empty record for anything but an object. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
