import type { FastifyInstance } from "fastify";

const HEADER = "x-forwarded-for";
/**
 * An IPv4 address, possibly in IPv6 form, with or without a port; or an IPv6 address in brackets, as proxies write it before a port.
 */
const WITH_PORT =
  /^"?(?:((?:::ffff:)?\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?|\[([\da-f:.]+)\](?::\d{1,5})?)"?$/i;

/**
 * The header `X-Forwarded-For` without ports, which Azure's gateways add and which differ for each connection. Anything that is not an
 * address is kept.
 */
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

/** Makes `request.ip` an address without a port. Register it before anything that reads the address. */
export function registerForwardedAddresses(server: FastifyInstance): void {
  server.addHook("onRequest", ({ raw }, _reply, done) => {
    const header = raw.headers[HEADER];
    if (typeof header === "string") raw.headers[HEADER] = withoutPorts(header);
    done();
  });
}
