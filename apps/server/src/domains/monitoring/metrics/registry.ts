import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type CounterName, type GaugeName, type LabelsOf, METRICS, type MetricName } from "./catalog.ts";

/** The value of a counter or gauge that is read on each scrape. */
export type Sample = {
  [Name in CounterName | GaugeName]: { name: Name; labels: LabelsOf<Name>; value: number };
}[CounterName | GaugeName];

/** The metrics of {@link METRICS}, and those of the main process. */
export interface MetricsRegistry {
  add<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): void;
  set<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** @param seconds as for the histogram of requests, the only one. */
  observe(labels: LabelsOf<"marquee_http_request_duration_seconds">, seconds: number): void;
  /** Replaces all values of some metrics. Metrics without a sample are removed. */
  replace(names: readonly (CounterName | GaugeName)[], samples: readonly Sample[]): void;
  /** In Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
}

/** In seconds: pages take milliseconds, queries up to 30 s. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createRegistry(): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const all = new Map(Object.keys(METRICS).map((name) => [name, create(name as MetricName, registry)]));
  const counterOf = (name: CounterName) => all.get(name) as Counter;
  const gaugeOf = (name: GaugeName) => all.get(name) as Gauge;
  const requests = all.get("marquee_http_request_duration_seconds") as Histogram;
  return {
    add: (name, labels) => counterOf(name).inc(labels),
    set: (name, labels, value) => gaugeOf(name).set(labels, value),
    observe: (labels, seconds) => requests.observe(labels, seconds),
    replace(names, samples) {
      for (const name of names) clear(all.get(name) as Counter | Gauge, METRICS[name].labels.length > 0);
      for (const { name, labels, value } of samples) {
        if (METRICS[name].type === "counter") counterOf(name as CounterName).inc(labels, value);
        else gaugeOf(name as GaugeName).set(labels, value);
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function create(name: MetricName, registry: Registry): Counter | Gauge | Histogram {
  const { type, help, labels } = METRICS[name];
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (type === "histogram") return new Histogram({ ...options, buckets: BUCKETS });
  return type === "counter" ? new Counter(options) : new Gauge(options);
}

/** A reset metric without labels would report 0. */
function clear(metric: Counter | Gauge, hasLabels: boolean): void {
  metric.reset();
  if (!hasLabels) metric.remove();
}
