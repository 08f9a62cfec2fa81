import type { FastifyInstance } from "fastify";

const HEADER = "x-forwarded-for";
/** An IPv4 address, also as one of IPv6, with or without a port; or an IPv6 address in brackets, as proxies write it before a port. */
const WITH_PORT =
  /^"?(?:((?:::ffff:)?\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?|\[([\da-f:.]+)\](?::\d{1,5})?)"?$/i;

/** The header `X-Forwarded-For` without ports, which are others for each connection: Azure's gateways add them. What is no address stays. */
function withoutPorts(header: string): string {
  return header
    .split(",")
    .map((entry) => {
      const text = entry.trim();
      const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
      return ipv4 ?? ipv6 ?? text;
    })
    .join(", ");
}

/** Makes `request.ip` an address without a port. Register it before anything that asks for the address. */
export function registerForwardedAddresses(server: FastifyInstance): void {
  server.addHook("onRequest", ({ raw }, _reply, done) => {
    const header = raw.headers[HEADER];
    if (typeof header === "string") raw.headers[HEADER] = withoutPorts(header);
    done();
  });
}
