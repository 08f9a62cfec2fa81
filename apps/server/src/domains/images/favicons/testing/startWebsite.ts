import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { getPublic } from "../getPublic.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A local website in place of every public one: requests of `get` arrive here, without TLS. */
export async function startWebsite(handler: Handler) {
  /** "host path" of each request. */
  const requested: string[] = [];
  const server: Server = createServer((request, response) => {
    requested.push(`${request.headers.host} ${request.url}`);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const send = (
    url: URL,
    { headers, signal }: { headers: object; signal: AbortSignal },
    onResponse: Handler,
  ) => {
    const options = { host: "127.0.0.1", port, path: url.pathname + url.search, agent: false, signal };
    return request(
      { ...options, headers: { ...headers, host: url.host } },
      onResponse as unknown as (response: IncomingMessage) => void,
    );
  };
  const get: typeof getPublic = (url, options) =>
    getPublic(url, { ...options, request: send as unknown as typeof httpsRequest });
  return {
    requested,
    get,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
