import { wellFormedJson } from "../platform/storage/wellFormedJson.ts";
import type { Sent } from "./collectedRequest.ts";
import { decodeBody } from "./decodeBody.ts";
import type { MemoryShare } from "./memoryBudget.ts";
import { RejectedRequest } from "./rejectedRequest.ts";

/** A request body: a JSON object with unchecked properties. */
export type JsonBody = Record<string, unknown>;

/** A body as sent, and the memory that its request may use. */
export interface WireBody {
  wire: Buffer;
  share: Pick<MemoryShare, "take">;
  /** Filled in while the body is read. */
  sent: Sent;
}

interface ReadJsonOptions {
  /** A name as in `Content-Encoding`. */
  encoding: string | undefined;
  /** Maximum bytes of a compressed body after decompression. */
  maxDecodedBytes: number;
}

/**
 * Reads a request's JSON, whatever its content type. Its texts are well-formed: half a character becomes U+FFFD.
 * @throws {RejectedRequest} if it is not a JSON object within the limit.
 * @throws {BusyError} if there is no memory for it.
 */
export async function readJson(
  { wire, share, sent }: WireBody,
  { encoding, maxDecodedBytes }: ReadJsonOptions,
): Promise<JsonBody> {
  const decoded = await decodeBody(wire, encoding, maxDecodedBytes);
  sent.bytes = decoded.byteLength;
  share.take(Math.max(0, decoded.byteLength - wire.byteLength));
  return parseObject(decoded);
}

/** Uses fixed error messages, because those of `JSON.parse` quote the surrounding text, which may contain an address. */
function parseObject(text: Buffer): JsonBody {
  const refuse = (message: string) =>
    new RejectedRequest({ statusCode: 400, reason: "bad_json", message, bytes: text.byteLength });
  let value: unknown;
  try {
    value = JSON.parse(wellFormedJson(text.toString("utf8")));
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
