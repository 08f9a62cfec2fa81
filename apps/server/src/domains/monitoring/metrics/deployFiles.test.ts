import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { METRICS, type MetricName } from "./catalog.ts";
import { createRegistry } from "./registry.ts";

const ROOT = join(import.meta.dirname, "../../../../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string; legendFormat: string; refId: string }[];
}
const rules = (
  parse(read("deploy/prometheus/alerts.yaml")) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const board = JSON.parse(read("deploy/grafana/marquee.json")) as { panels: Panel[] };
const targets = board.panels.flatMap(({ title, targets: panelTargets = [] }) =>
  panelTargets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

/** Labels that Prometheus adds to each series. */
const OF_PROMETHEUS = ["instance", "job"];
const registered = await createRegistry()
  .text()
  .then((text) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)));

/** The metrics and labels that an expression reads. @throws for one that Prometheus would reject. */
function readExpression(expr: string): { metrics: string[]; labels: string[] } {
  const text = expr.replaceAll("$__rate_interval", "5m");
  const names = { metrics: [] as string[], labels: [] as string[] };
  parser.parse(text).iterate({
    enter(node) {
      const content = text.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`Syntax error at ${node.from}: ${text}`);
      if (node.name === "Identifier") names.metrics.push(content);
      if (node.name === "LabelName") names.labels.push(content);
    },
  });
  return names;
}

/** The metric of a series, because a histogram has several series. */
const metricOf = (series: string) =>
  METRICS[series as MetricName] ? series : series.replace(/_(bucket|sum|count)$/, "");

function problemsOf(expr: string): string[] {
  const { metrics, labels } = readExpression(expr);
  const unknown = metrics.filter((name) => name !== "up" && !registered.has(metricOf(name)));
  const metricLabels = metrics.flatMap((name) => METRICS[metricOf(name) as MetricName]?.labels ?? []);
  const wrong = labels.filter((label) => ![...metricLabels, ...OF_PROMETHEUS, "le"].includes(label));
  return [...unknown, ...wrong].map((name) => `${name} in ${expr}`);
}

it("alerts by expressions that parse, of metrics and labels that exist", () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.flatMap(({ expr }) => problemsOf(expr))).toEqual([]);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Marquee[A-Z]\w+$/);
    expect(["critical", "warning"]).toContain(labels.severity);
    expect([annotations.summary, annotations.description].every((text) => text.endsWith("."))).toBe(true);
  }
});

it("uses only existing labels in an alert's texts", () => {
  for (const { expr, annotations } of rules) {
    const { metrics } = readExpression(expr);
    const metricLabels = metrics.flatMap((name) => METRICS[metricOf(name) as MetricName]?.labels ?? []);
    const used = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
    expect([...metricLabels, ...OF_PROMETHEUS]).toEqual(expect.arrayContaining(used));
  }
});

it("draws panels of metrics and labels that exist", () => {
  expect(targets.flatMap(({ expr }) => problemsOf(expr))).toEqual([]);
  for (const { expr, legendFormat } of targets) {
    const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    const metricLabels = readExpression(expr).metrics.flatMap(
      (name) => METRICS[metricOf(name) as MetricName]?.labels ?? [],
    );
    expect([...metricLabels, ...OF_PROMETHEUS]).toEqual(expect.arrayContaining(labels));
  }
});

it("gives each panel its own ID and position", () => {
  const ids = board.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const cells = board.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(board.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

it("shows every metric on the board or in a rule, except for those that explain the others", () => {
  const used = [...rules, ...targets].flatMap(({ expr }) => readExpression(expr).metrics.map(metricOf));
  expect(Object.keys(METRICS).filter((name) => !used.includes(name))).toEqual([
    "marquee_events_excluded_total",
  ]);
});

it("finds mistakes", () => {
  expect(() => readExpression("sum by (instance (marquee_ready)")).toThrow("Syntax error");
  expect(problemsOf("rate(marquee_request_total[5m])")).toHaveLength(1);
  expect(problemsOf('marquee_ready{chek="disk"}')).toHaveLength(1);
  expect(problemsOf("sum by (rout) (marquee_http_requests_total)")).toHaveLength(1);
});

it("is described in docs/operations.md, metric by metric", () => {
  const rows = [...read("docs/operations.md").matchAll(/^\| `(marquee_\w+)` \|([^|]*)\|/gm)];
  const described = Object.fromEntries(rows.map(([, name = "", labels = ""]) => [name, labels.trim()]));
  const expected = Object.entries(METRICS).map(([name, { labels }]) => [
    name,
    labels.map((label) => `\`${label}\``).join(", "),
  ]);
  expect(described).toEqual(Object.fromEntries(expected));
});
