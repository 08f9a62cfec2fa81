import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import autocannon from "autocannon";
import type { Figure } from "./support/figure.ts";
import { processorByProcess } from "./support/processes.ts";
import type { Product } from "./support/product.ts";
import { median } from "./support/statistics.ts";
import type { StoredResponse } from "./support/storedResponse.ts";

const PEER = join(import.meta.dirname, "support/storedResponse.ts");
const CONNECTIONS = 50;
const DURATION_SECONDS = 5;
const ROUNDS = 5;
const HEADERS = { "accept-encoding": "gzip, deflate, br" };

interface Server {
  url: string;
  pid: number;
}

interface Result {
  perSecond: number;
  p99: number;
  failed: number;
  /** CPU time of the process that serves pages for each of them, in microseconds. */
  processor: number;
}

/**
 * Requests for the cached home page with brotli, alternating between our server and a minimal Node server: a `node:http` server that writes
 * the same headers and bytes without inspecting the request.
 */
export async function measurePageThroughput(product: Product, rounds = ROUNDS): Promise<Figure[]> {
  const peer = await startStoredResponse(await readResponse(`${product.url}/`));
  const ours: Result[] = [];
  const theirs: Result[] = [];
  try {
    for (const server of [product, peer]) await load(server, 2);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await load(product, DURATION_SECONDS));
      theirs.push(await load(peer, DURATION_SECONDS));
    }
  } finally {
    peer.stop();
  }
  const middle = (results: readonly Result[], of: keyof Result) => median(results.map((each) => each[of]));
  const failed = ours.reduce((sum, each) => sum + each.failed, 0);
  return [
    {
      what: "Cached home pages",
      value: middle(ours, "perSecond"),
      unit: "a second",
      aim: { atLeast: 10_000 },
    },
    { what: "peer: node:http with the same bytes", value: middle(theirs, "perSecond"), unit: "a second" },
    { what: "CPU time of a page", value: middle(ours, "processor"), unit: "µs" },
    { what: "CPU time of a page, peer", value: middle(theirs, "processor"), unit: "µs" },
    { what: "Cached home page, 99th percentile", value: middle(ours, "p99"), unit: "ms" },
    { what: "Cached home page, 99th percentile, peer", value: middle(theirs, "p99"), unit: "ms" },
    { what: "Failed page requests", value: failed, unit: "", aim: { atMost: 0 } },
  ];
}

async function load({ url, pid }: Server, duration: number): Promise<Result> {
  const before = processorByProcess(pid).server;
  const result = await autocannon({ url: `${url}/`, connections: CONNECTIONS, headers: HEADERS, duration });
  const processor = processorByProcess(pid).server - before;
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    failed: result.errors + result.non2xx,
    processor: (processor / result["2xx"]) * 1e6,
  };
}

/** Uses `node:http`, because `fetch` decompresses. */
async function readResponse(url: string): Promise<StoredResponse> {
  return new Promise((resolve, reject) => {
    get(url, { headers: HEADERS }, async (response) => {
      const chunks = await response.toArray();
      resolve({ headers: response.headers, body: Buffer.concat(chunks).toString("base64") });
    }).on("error", reject);
  });
}

async function startStoredResponse(response: StoredResponse): Promise<Server & { stop(): void }> {
  const child = fork(PEER, { execArgv: ["--import", "tsx"] });
  child.send(response);
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill() };
}
