import { isIP } from "node:net";
import { ApiError } from "../../errors/apiError.ts";

/** Who passkeys are made for: this server, by the address that people reach it at (WebAuthn, section 5.1.2). */
export interface RelyingParty {
  /** Domain that passkeys are bound to. */
  id: string;
  /** What authenticators call it. */
  name: string;
  origin: string;
  /** Why browsers refuse passkeys at this address; null where they do not. */
  problem: string | null;
}

export function createRelyingParty(publicUrl: string): RelyingParty {
  const { hostname, host, origin, protocol, port } = new URL(publicUrl);
  return { id: hostname, name: host, origin, problem: firstProblem({ hostname, protocol, port }) };
}

/** @throws {ApiError} conflict where browsers refuse passkeys. */
export function checkPasskeys({ problem }: RelyingParty): void {
  if (problem) throw new ApiError("conflict", problem);
}

function firstProblem({
  hostname,
  protocol,
  port,
}: Pick<URL, "hostname" | "protocol" | "port">): string | null {
  // The URL standard writes IPv6 in brackets.
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    const instead =
      hostname === "127.0.0.1" || hostname === "[::1]"
        ? ` such as http://localhost${port && `:${port}`}`
        : "";
    return `Passkeys need a domain name, and this server is reached at the IP address ${hostname}. Set PUBLIC_URL to an address with a domain name${instead}.`;
  }
  if (protocol === "http:" && hostname !== "localhost" && !hostname.endsWith(".localhost")) {
    return "Passkeys need HTTPS, and this server is reached over HTTP. Put it behind TLS and set PUBLIC_URL to its https address.";
  }
  return null;
}
