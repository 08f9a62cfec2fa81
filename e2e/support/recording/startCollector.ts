import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import {
  type InteractionBody,
  PAGE_VERSION_HEADER,
  PAGE_VERSION_TIMING,
  type SegmentBody,
  type SegmentMetadata,
} from "@marquee/contract";
import { build, type Rolldown } from "vite";
import { documentOf } from "./documents.ts";

type Query = Record<string, string>;

interface ReceivedSegment {
  query: Query;
  segment: SegmentMetadata;
  numbers: number[];
  /** Size of the body in bytes. */
  bytes: number;
}

interface ReceivedInteractions {
  query: Query;
  body: InteractionBody;
}

export interface Collector {
  url: string;
  received: ReceivedSegment[];
  interactions: ReceivedInteractions[];
  /** Response status for further segments; 0 closes the connection. */
  answer(status: number): void;
  /** Additional headers of documents. */
  allowWorkers(isAllowed: boolean): void;
  stop(): Promise<void>;
}

/** The product's content security policy for documents. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'";

/** A site whose pages record, and a server that collects the data. */
export async function startCollector(port: number): Promise<Collector> {
  scripts ??= buildPages();
  const scriptsByPath = await scripts;
  const received: ReceivedSegment[] = [];
  const interactions: ReceivedInteractions[] = [];
  let status = 200;
  let policy = POLICY;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (status === 0) return void request.socket.destroy();
    const query = queryOf(request);
    const body = Buffer.concat(parts);
    if (query.type === "interaction") interactions.push({ query, body: JSON.parse(body.toString()) });
    else if (status === 200) received.push(readSegment(query, body));
    response.writeHead(status, { "content-type": "application/json" }).end('{"success":true}');
  }
  function serve(path: string, response: ServerResponse): void {
    if (!path.endsWith(".js")) {
      const headers = { "content-security-policy": policy, ...versionOf(path) };
      response.writeHead(200, { "content-type": "text/html", ...headers }).end(documentOf(path));
      return;
    }
    const script = scriptsByPath.get(path);
    response.writeHead(script ? 200 : 404, { "content-type": "text/javascript" }).end(script);
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://collector");
    if (request.method === "POST") take(request, response).catch(() => response.destroy());
    else serve(pathname, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    interactions,
    answer: (next) => {
      status = next;
    },
    allowWorkers: (isAllowed) => {
      policy = isAllowed ? POLICY : `${POLICY}; worker-src 'none'`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Like the product's documents. */
function versionOf(path: string): Record<string, string> {
  const version = `version of ${path}`;
  return { [PAGE_VERSION_HEADER]: version, "server-timing": `${PAGE_VERSION_TIMING};desc="${version}"` };
}

function queryOf({ url = "" }: IncomingMessage): Query {
  return Object.fromEntries(new URL(url, "http://collector").searchParams);
}

function readSegment(query: Query, body: Buffer): ReceivedSegment {
  const { segment, events } = JSON.parse(inflateSync(body).toString()) as SegmentBody;
  const numbers = events.map((event) => (event as { data: { number: number } }).data.number);
  return { query, segment, numbers, bytes: body.length };
}

/** Scripts of the pages by path. Building them takes longer than a test, so all collectors of a worker share one build. */
let scripts: Promise<Map<string, string | Uint8Array>> | undefined;

async function buildPages(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: import.meta.dirname,
    build: {
      write: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: ["segmentsPage.ts", "heatmapsPage.ts"].map((name) => join(import.meta.dirname, name)),
        output: { entryFileNames: "[name].js" },
      },
    },
    worker: { format: "es" },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]),
  );
}
