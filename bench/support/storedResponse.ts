import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/*
 * A server that returns the same response to every request. It receives a StoredResponse as a message and replies with its
 * port.
 */

/** A response as its server sent it, still compressed. */
export interface StoredResponse {
  headers: IncomingHttpHeaders;
  /** Base64. */
  body: string;
}

process.once("message", ({ headers, body }: StoredResponse) => {
  const { connection, "transfer-encoding": encoding, ...own } = headers;
  const bytes = Buffer.from(body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...own, "content-length": bytes.length });
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.on("disconnect", () => process.exit());
