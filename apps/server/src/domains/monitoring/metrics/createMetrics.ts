import { ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { deliveryAttempts, failedSignIns, jobRuns } from "../../../platform/observed.ts";
import { within } from "../../../platform/time/within.ts";
import { type CollectorsOptions, collectors } from "./collectors.ts";
import { measureRequests } from "./measureRequests.ts";
import { createRegistry, type MetricsRegistry } from "./registry.ts";

/** The metrics for Prometheus. */
export interface Metrics {
  /**
   * All values, in Prometheus' text format. Takes about 2 s at most; metrics that can't be collected are left
   * out.
   */
  text(): Promise<string>;
  contentType: string;
}

/** Metrics that are being recorded. */
export interface StartedMetrics {
  /** Adds metrics of the server's other parts, once they exist. */
  complete(options: CollectorsOptions & { log: Pick<Logger, "warn"> }): Metrics;
}

/** Measures requests, jobs, deliveries and sign-ins of the server. Call it before routes are registered. */
export function startMetrics(server: FastifyInstance): StartedMetrics {
  const registry = createRegistry();
  measureRequests(server, registry);
  for (const stop of listenTo(registry)) server.addHook("onClose", async () => stop());
  return {
    complete({ log, ...options }) {
      const all = collectors(options);
      return {
        contentType: registry.contentType,
        async text() {
          await Promise.all(
            all.map(async ({ names, read }) => {
              try {
                registry.replace(names, await within(read()));
              } catch (error) {
                registry.replace(names, []);
                registry.add("marquee_collect_errors_total", {});
                log.warn({ err: error }, "Some metrics could not be collected.");
              }
            }),
          );
          return registry.text();
        },
      };
    },
  };
}

function listenTo(registry: MetricsRegistry): (() => void)[] {
  return [
    jobRuns.listen(({ name, startedAt, duration, error }) => {
      const isOk = error === undefined;
      registry.add("marquee_job_runs_total", { name, result: isOk ? "ok" : "failed" });
      registry.set("marquee_job_last_duration_seconds", { name }, duration / ONE_SECOND);
      const endedAt = (startedAt + duration) / ONE_SECOND;
      if (isOk) registry.set("marquee_job_last_success_timestamp_seconds", { name }, endedAt);
    }),
    deliveryAttempts.listen((attempt) => registry.add("marquee_lead_deliveries_total", { ...attempt })),
    failedSignIns.listen((failed) => registry.add("marquee_sign_in_failures_total", { ...failed })),
  ];
}
