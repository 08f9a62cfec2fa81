import { createHash, timingSafeEqual } from "node:crypto";

/** Holder of a key: any client with the public client key, or a trusted server with the server key. */
export type ClientType = "client" | "server";

export interface ProtocolKeys {
  /** `CLIENT_KEY`; public. */
  clientKey: string;
  /** `SERVER_KEY`; secret. Null if it is not set. */
  serverKey: string | null;
}

/**
 * Creates a function that returns the client type of a key; null for an unknown key. Keys are compared as digests in constant time, so
 * response times do not reveal a key.
 */
export function createClientTypes({
  clientKey,
  serverKey,
}: ProtocolKeys): (key: string) => ClientType | null {
  const client = digest(clientKey);
  const server = serverKey === null ? null : digest(serverKey);
  return (key) => {
    const keyDigest = digest(key);
    if (server && timingSafeEqual(keyDigest, server)) return "server";
    return timingSafeEqual(keyDigest, client) ? "client" : null;
  };
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
