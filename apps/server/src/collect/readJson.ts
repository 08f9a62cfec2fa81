import type { FastifyRequest } from "fastify";
import { decodeBody } from "./decodeBody.ts";
import type { MemoryBudget } from "./memoryBudget.ts";
import { receiveBodyWithinBudget } from "./receiveBody.ts";
import { RejectedRequest } from "./rejectedRequest.ts";

/** A request's body: a JSON object, whose members are yet to be checked. */
export type JsonBody = Record<string, unknown>;

interface ReadJsonOptions {
  budget: MemoryBudget;
  /** Most bytes on the wire. */
  maxBytes: number;
  /** Most bytes that a compressed body may unpack to. */
  maxDecodedBytes: number;
  /** How the body is packed, where a beacon could not set the header. */
  encoding?: string | undefined;
}

/**
 * Reads a request's JSON, whatever content type it claims, and holds its part of the budget until `use` is done with it.
 * @throws {RefusedRequest} when it is not a JSON object within the limits.
 * @throws {BusyError} when there is no room.
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

/** What JSON.parse says of a mistake quotes the text around it, which may hold an address; so it is not passed on. */
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

/** The value as a record; anything that is none is an empty one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
