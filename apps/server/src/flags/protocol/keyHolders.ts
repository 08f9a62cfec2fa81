import { createHash, timingSafeEqual } from "node:crypto";

/** Who asks: anybody with the page's public key, or a server that is trusted with the rules. */
export type ClientType = "client" | "server";

export interface ProtocolKeys {
  /** `CLIENT_KEY`; public. */
  clientKey: string;
  /** `SERVER_KEY`; secret, or null where there is none. */
  serverKey: string | null;
}

/** @returns a function that says whose key it is given; null for nobody's. It takes as long for every key. */
export function createClientTypes({
  clientKey,
  serverKey,
}: ProtocolKeys): (key: string) => ClientType | null {
  const client = digest(clientKey);
  const server = serverKey === null ? null : digest(serverKey);
  return (key) => {
    const given = digest(key);
    if (server && timingSafeEqual(given, server)) return "server";
    return timingSafeEqual(given, client) ? "client" : null;
  };
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
