import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import type { Metrics } from "./createMetrics.ts";

/** Settings that determine the address. */
export const METRICS_SETTINGS = { port: "METRICS_PORT", host: "METRICS_HOST" };

interface MetricsServerOptions {
  metrics: Metrics;
  /** 0 for any free port. */
  port: number;
  host: string;
  log: Pick<Logger, "error">;
}

/**
 * Serves `/metrics` on a separate address, so that it is never public by mistake.
 * @returns its URL, and a function that closes it. @throws if the port can't be opened; the error names the settings.
 */
export async function openMetricsServer({ metrics, port, host, log }: MetricsServerOptions) {
  const server = createServer((request, response) => {
    const isAsked = request.url?.split("?")[0] === "/metrics";
    if (!isAsked || (request.method !== "GET" && request.method !== "HEAD"))
      return response.writeHead(404).end("Use GET /metrics.\n");
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, "Metrics could not be written.");
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    throw Object.assign(error as Error, { settings: METRICS_SETTINGS });
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}/metrics`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
