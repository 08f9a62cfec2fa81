import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Certificate } from "./certificate.ts";
import type { Site } from "./sites.ts";

export const PROTOCOLS = ["HTTP/1.1", "HTTP/2"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

const compress = promisify(brotliCompress);
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|manifest)|image\/svg)/;
/** Documents may differ for each request, so a delivery network compresses them faster than files, which it compresses once. */
const QUALITY = { document: 5, file: 11 };
/** Headers that belong to one connection (RFC 9110, section 7.6.1), and those that compression changes. */
const NOT_FORWARDED = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "content-encoding",
  "content-length",
]);

interface ProxyOptions {
  /** URL of the origin, over HTTP/1.1 and without a trailing slash. */
  origin: string;
  protocol: Protocol;
  /** For HTTP/2, which browsers use over TLS only. */
  certificate: Certificate;
}

/**
 * Simulates a delivery network: handles the protocol of the browser and compresses with Brotli. It is the same for all sites, so that they differ
 * only in their content. It keeps no pages: each request reaches the origin.
 */
export async function startProxy({ origin, protocol, certificate }: ProxyOptions): Promise<Site> {
  const forward = createForwarder(origin);
  const server =
    protocol === "HTTP/2"
      ? createSecureServer({ cert: certificate.cert, key: certificate.key }, forward)
      : createServer(forward);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const scheme = protocol === "HTTP/2" ? "https" : "http";
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => void server.close(),
  };
}

/** Compressed bodies by the hash of the plain one, for all proxies. */
const compressed = new Map<string, Promise<Buffer>>();

type Incoming = IncomingMessage | Http2ServerRequest;
type Outgoing = ServerResponse | Http2ServerResponse;

function createForwarder(origin: string): (incoming: Incoming, outgoing: Outgoing) => void {
  const agent = new Agent({ keepAlive: true });

  async function answer(response: IncomingMessage, incoming: Incoming, outgoing: Outgoing): Promise<void> {
    const type = response.headers["content-type"] ?? "";
    const headers = forwardable(response.headers);
    const status = response.statusCode ?? 502;
    const accepted = String(incoming.headers["accept-encoding"] ?? "");
    if (!COMPRESSIBLE.test(type) || !/\bbr\b/.test(accepted)) {
      outgoing.writeHead(status, headers);
      response.pipe(outgoing as NodeJS.WritableStream);
      return;
    }
    const plain = await buffer(response);
    if (plain.length === 0) {
      outgoing.writeHead(status, headers);
      outgoing.end();
      return;
    }
    const hash = createHash("sha256").update(plain).digest("base64");
    const known =
      compressed.get(hash) ?? compressAs(type.startsWith("text/html") ? "document" : "file", plain);
    compressed.set(hash, known);
    const body = await known;
    outgoing.writeHead(status, { ...headers, "content-encoding": "br", "content-length": body.length });
    outgoing.end(body);
  }

  return (incoming, outgoing) => {
    const headers = {
      ...forwardable(incoming.headers),
      host: new URL(origin).host,
      "accept-encoding": "identity",
    };
    const sent = request(`${origin}${incoming.url}`, { method: incoming.method ?? "GET", headers, agent });
    const fail = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end());
    sent.on("response", (response) => void answer(response, incoming, outgoing).catch(fail));
    sent.on("error", fail);
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  };
}

function compressAs(kind: keyof typeof QUALITY, plain: Buffer): Promise<Buffer> {
  return compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY[kind],
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** Headers for the other side: without pseudo-headers of HTTP/2, which begin with a colon. */
function forwardable(headers: IncomingMessage["headers"]): OutgoingHttpHeaders {
  const entries = Object.entries(headers).filter(
    ([name]) => !NOT_FORWARDED.has(name) && !name.startsWith(":"),
  );
  return Object.fromEntries(entries);
}
