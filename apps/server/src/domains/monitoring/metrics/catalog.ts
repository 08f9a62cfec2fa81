/** A metric of the server on `/metrics`, in addition to `prom-client`'s about the main process (`process_*`, `nodejs_*`). */
export interface MetricDefinition {
  type: "counter" | "gauge" | "histogram";
  help: string;
  /**
   * Each has few values, whatever clients send. None contains an address, a token or a path. `job` and `instance` are Prometheus' own.
   */
  labels: readonly string[];
}

const counter = <const Labels extends readonly string[]>(help: string, labels: Labels) => ({
  type: "counter" as const,
  help,
  labels,
});
const gauge = <const Labels extends readonly string[]>(help: string, labels: Labels) => ({
  type: "gauge" as const,
  help,
  labels,
});

export const METRICS = {
  marquee_http_requests_total: counter("Answered requests by route (its pattern) and status", [
    "method",
    "route",
    "status",
  ]),
  marquee_http_request_duration_seconds: {
    type: "histogram",
    help: "Time until a request was answered, by route (its pattern); without event streams",
    labels: ["method", "route"],
  },
  marquee_events_total: counter("Valid events by result: accepted, or duplicate and dropped", [
    "process",
    "result",
  ]),
  marquee_events_rejected_total: counter("Rejected events, and requests that could not be read, by reason", [
    "process",
    "reason",
  ]),
  marquee_events_excluded_total: counter("Events that were not stored because of their sender, by reason", [
    "process",
    "reason",
  ]),
  marquee_limited_requests_total: counter(
    "Requests rejected for a budget or a full disk, by reason and by what they sent",
    ["process", "reason", "kind"],
  ),
  marquee_busy_requests_total: counter("Requests with events that senders must retry later, by status", [
    "process",
    "status",
  ]),
  marquee_spool_depth: gauge("Rows and forms that are waiting for their store", ["spool"]),
  marquee_spool_oldest_age_seconds: gauge("How long the oldest of them has been waiting; 0 without any", [
    "spool",
  ]),
  marquee_spool_draining: gauge("Whether the store accepts what is waiting: 1 or 0", ["spool"]),
  marquee_spool_failures_total: counter("How often the event store didn't accept rows", ["spool"]),
  marquee_ready: gauge("Whether a check of /readyz passes: 1 or 0", ["check"]),
  marquee_store_up: gauge("Whether a store responds: 1 or 0", ["store"]),
  marquee_store_ping_seconds: gauge("How long its response took", ["store"]),
  marquee_clock_offset_seconds: gauge(
    "A store's clock minus the server's; 0 while they differ by less than ten seconds",
    ["store"],
  ),
  marquee_reconcile_lag_seconds: gauge(
    "Age of the oldest event that is stored but not yet counted into sessions; 0 without any",
    [],
  ),
  marquee_job_runs_total: counter("Runs of background jobs by result: ok or failed", ["name", "result"]),
  marquee_job_last_duration_seconds: gauge("How long a job's last run took", ["name"]),
  marquee_job_last_success_timestamp_seconds: gauge("When a job last succeeded", ["name"]),
  marquee_lead_deliveries_total: counter(
    "Attempts to deliver leads by result: delivered, failed (and tried again) or given_up",
    ["destination", "result"],
  ),
  marquee_sign_in_failures_total: counter("Wrong passwords, codes and links", ["step"]),
  marquee_last_backup_timestamp_seconds: gauge("When the latest backup was made by the server", []),
  marquee_process_resident_memory_bytes: gauge("Memory of the server's processes", ["process"]),
  marquee_process_cpu_seconds_total: counter("Processor time of the server's processes", ["process"]),
  marquee_disk_free_bytes: gauge("Free space on the disk of DATA_DIR", []),
  marquee_disk_size_bytes: gauge("Size of the disk of DATA_DIR", []),
  marquee_build_info: gauge("Versions of the product, the site's build and Node; always 1", [
    "version",
    "build",
    "node",
  ]),
  marquee_collect_errors_total: counter("How often values could not be collected and were left out", []),
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

type NamesOf<Type extends MetricDefinition["type"]> = {
  [Name in MetricName]: (typeof METRICS)[Name]["type"] extends Type ? Name : never;
}[MetricName];
export type CounterName = NamesOf<"counter">;
export type GaugeName = NamesOf<"gauge">;

/** The labels of a metric, by name. */
export type LabelsOf<Name extends MetricName> = Record<(typeof METRICS)[Name]["labels"][number], string>;
