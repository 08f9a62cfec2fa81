import { isIP } from "node:net";
import { ApiError } from "../../../platform/errors/apiError.ts";

/** The WebAuthn relying party: this server, identified by the URL of the console (WebAuthn, section 5.1.2). */
export interface RelyingParty {
  /** Domain that passkeys are bound to. */
  id: string;
  /** Host and port, which authenticators display. */
  name: string;
  origin: string;
  /** Why browsers reject passkeys at this URL, in words for the console; null if they accept them. */
  problem: string | null;
}

/** Loads the library on first use, because loading takes a tenth of the processor time of a start. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

export function createRelyingParty(consoleUrl: string): RelyingParty {
  const { hostname, host, origin, protocol, port } = new URL(consoleUrl);
  return { id: hostname, name: host, origin, problem: firstProblem({ hostname, protocol, port }) };
}

/** @throws {ApiError} conflict if browsers reject passkeys at the console's URL. */
export function checkPasskeys({ problem }: RelyingParty): void {
  if (problem) throw new ApiError("conflict", problem);
}

function firstProblem({
  hostname,
  protocol,
  port,
}: Pick<URL, "hostname" | "protocol" | "port">): string | null {
  // The URL standard serializes IPv6 hosts in brackets.
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    const instead =
      hostname === "127.0.0.1" || hostname === "[::1]"
        ? ` such as http://localhost${port && `:${port}`}`
        : "";
    return `Passkeys need a domain name, and this server is reached at the IP address ${hostname}. Set PUBLIC_URL (or CONSOLE_URL, if the console has a host of its own) to an address with a domain name${instead}.`;
  }
  if (protocol === "http:" && hostname !== "localhost" && !hostname.endsWith(".localhost")) {
    return "Passkeys need HTTPS, and this server is reached over HTTP. Put it behind TLS and set PUBLIC_URL, and CONSOLE_URL if you use it, to https addresses.";
  }
  return null;
}
