import dns from "node:dns";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { LookupFunction } from "node:net";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { type AddressPolicy, isAllowedAddress, problemOfUrl, refusalOf } from "./addressPolicy.ts";

interface GuardedRequest {
  url: string;
  policy: AddressPolicy;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Timeout for the whole exchange. */
  timeout?: Milliseconds;
  /** Maximum size of the response's body. */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface GuardedResponse {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** The host resolves to an address that the policy does not allow. */
class RefusedAddressError extends Error {
  override name = "RefusedAddressError";
}

const TIMEOUT: Milliseconds = 10 * ONE_SECOND;
const MAX_BYTES = 1024 ** 2;

/**
 * Sends a request to a URL that someone entered in the console. The address is checked when the connection is made, so that a host that first
 * resolves to a public address and then to a private one is rejected too. Follows no redirect and decompresses nothing.
 * @throws with the network's own message.
 */
export function guardedRequest(options: GuardedRequest): Promise<GuardedResponse> {
  const {
    url,
    policy,
    method = "GET",
    headers = {},
    body,
    timeout = TIMEOUT,
    maxBytes = MAX_BYTES,
  } = options;
  const problem = problemOfUrl(url, policy);
  if (problem !== null) return Promise.reject(new RefusedAddressError(problem));
  const signals = [AbortSignal.timeout(timeout), ...(options.signal ? [options.signal] : [])];
  const send = url.startsWith("https:") ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(explain(error, timeout));
    const sent = send(
      url,
      {
        method,
        headers: { "accept-encoding": "identity", "user-agent": "Marquee", ...headers },
        lookup: lookupWithin(policy),
        // A new connection, because a reused one was checked by another policy.
        agent: false,
        signal: AbortSignal.any(signals),
      },
      (response) => readBody(response, maxBytes).then(resolve, fail),
    );
    sent.on("error", fail);
    sent.end(body);
  });
}

/** Resolves like `dns.lookup`, but fails if any of the addresses is not allowed. */
function lookupWithin(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const refused = addresses.find(({ address }) => !isAllowedAddress(address, policy));
      const [first] = addresses;
      if (refused || !first)
        return callback(new RefusedAddressError(`${hostname}: ${refusalOf(refused?.address ?? "none")}`), "");
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<GuardedResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new Error(`the response exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, body: Buffer.concat(chunks) };
}

/** Node's timeout error only says that something was aborted, and a failure on several addresses has no message. */
function explain(error: Error, timeout: Milliseconds): Error {
  if (error.name === "TimeoutError" || (error.cause as Error | undefined)?.name === "TimeoutError")
    return new Error(`no response within ${timeout / ONE_SECOND} seconds`);
  if (error instanceof AggregateError && error.message === "")
    return new Error(error.errors.map((each: Error) => each.message).join("; "));
  return error;
}
