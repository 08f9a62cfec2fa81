import autocannon from "autocannon";
import type { Figure } from "./support/figure.ts";
import type { Product } from "./support/product.ts";

const CONNECTIONS = 50;
const DURATION_SECONDS = 10;

/** Requests per second and 99th percentile latency of the cached home page, with brotli. */
export async function measurePageThroughput(product: Product): Promise<Figure[]> {
  const options = {
    url: `${product.url}/`,
    connections: CONNECTIONS,
    headers: { "accept-encoding": "gzip, deflate, br" },
  };
  await autocannon({ ...options, duration: 2 });
  const result = await autocannon({ ...options, duration: DURATION_SECONDS });
  return [
    { what: "Cached home pages", value: result.requests.average, unit: "a second", aim: { atLeast: 10_000 } },
    { what: "Cached home page, 99th percentile", value: result.latency.p99, unit: "ms" },
    { what: "Failed page requests", value: result.errors + result.non2xx, unit: "", aim: { atMost: 0 } },
  ];
}
