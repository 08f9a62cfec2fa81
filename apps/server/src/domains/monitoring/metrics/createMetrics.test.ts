import { request as httpRequest } from "node:http";
import { ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import fastify from "fastify";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createEventStreams } from "../../../platform/http/eventStreams.ts";
import { deliveryAttempts, jobRuns } from "../../../platform/observed.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startTestApp, type TestApp } from "../../../testing/startTestApp.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { silent } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { METRICS } from "./catalog.ts";
import { measureRequests } from "./measureRequests.ts";
import { openMetricsServer } from "./openMetricsServer.ts";
import { createRegistry } from "./registry.ts";

const dataDir = createTemporaryDir();
let stores: TestStores;
let running: TestApp;

beforeAll(async () => {
  stores = await borrowTestStores();
  const env = { METRICS_PORT: "9464", SENDER_EVENTS_PER_HOUR: "3" };
  running = await startTestApp({ dataDir, stores, env });
});
afterAll(async () => {
  await running.stop();
  removeDir(dataDir);
});

/** The values of a metric by its labels, as in `{route="/x"}`; of all metrics without a name. */
async function valuesOf(name = ""): Promise<Record<string, number>> {
  const text = (await running.app.metrics?.text()) ?? "";
  const lines = text.split("\n").filter((line) => line.startsWith(name) && !line.startsWith("#"));
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, series = "", value = ""] = /^(.*) (\S+)$/.exec(line) ?? [];
      const labels = series.slice(name.length);
      return name === "" || labels === "" || labels.startsWith("{") ? [[labels, Number(value)]] : [];
    }),
  );
}

/** Sends a raw request, because Node's parser accepts more methods than `fetch`. */
function send(method: string, path: string): Promise<void> {
  const { port } = new URL(running.url);
  return new Promise((resolve) => {
    const sent = httpRequest({ port, method, path, headers: { connection: "close" } }, (response) =>
      response.resume().on("end", resolve),
    );
    sent.on("error", () => resolve()).end();
  });
}

it("labels routes by their pattern, and stays the same length whatever clients send", async () => {
  const { server } = running.app;
  const secret = "kx7w-secret-token";
  for (const url of [
    `/console/api/leads/${secret}`,
    `/console/api/leads/${secret}2`,
    `/nowhere/${secret}?email=a@b.example`,
    "/",
  ])
    await server.inject({ url });
  const before = await valuesOf();
  const requests = await valuesOf("marquee_http_requests_total");
  expect(requests['{method="GET",route="/console/api/leads/:id",status="401"}']).toBe(2);
  expect(requests['{method="GET",route="other",status="404"}']).toBe(1);
  expect(Object.keys(before).join("\n")).not.toMatch(/secret|example/);
  await fc.assert(
    fc.asyncProperty(
      fc.webPath(),
      fc.constantFrom("GET", "POST", "PURGE", "M-SEARCH", "PROPFIND"),
      (path, method) => send(method, `/nowhere${path}`),
    ),
    { numRuns: 60 },
  );
  const after = await valuesOf("marquee_http_requests_total");
  const isOfStrangers = (series: string) => series.includes('route="other"');
  expect(Object.keys(after).filter(isOfStrangers).length).toBeLessThanOrEqual(3 * 4);
  const methods = Object.keys(after).map((series) => /method="([^"]+)"/.exec(series)?.[1]);
  expect([...new Set(methods)].sort()).toEqual(["GET", "POST", "other"]);
});

it("times requests in a histogram, but not event streams", async () => {
  const server = fastify();
  onTestFinished(() => server.close());
  const registry = createRegistry();
  measureRequests(server, registry);
  const streams = createEventStreams({ maxPerReader: 1, maxStreams: 1 });
  onTestFinished(streams.stop);
  server.get("/stream", (_request, reply) => {
    const opened = streams.open(reply, { reader: null, opening: "", onClose: () => undefined });
    if ("stream" in opened) opened.stream.close();
  });
  server.get("/page", async () => "a page");
  await server.inject({ url: "/stream" });
  await server.inject({ url: "/page" });
  const text = await registry.text();
  expect(text).toContain('marquee_http_requests_total{method="GET",route="/stream",status="200"} 1');
  expect(text.match(/duration_seconds_count.*/g)).toEqual([
    'duration_seconds_count{method="GET",route="/page"} 1',
  ]);
});

it("reports what is waiting, since when, and the outcome of events", async () => {
  const sent = { type: "track", event: "e", anonymousId: "a", messageId: "m" };
  const post = (batch: object[]) =>
    running.app.server.inject({
      method: "POST",
      url: "/v1/b",
      payload: JSON.stringify({ writeKey: "local", batch }),
    });
  const { drain } = stores;
  await drain.between(async () => {
    expect((await post([sent, { ...sent, messageId: "n" }, sent, { type: "nothing" }])).statusCode).toBe(200);
    expect((await post([sent])).statusCode, "It is over its budget.").toBe(429);
    expect(await valuesOf("marquee_spool_depth")).toEqual({
      '{spool="events"}': 2,
      '{spool="recordings"}': 0,
      '{spool="leads"}': 0,
    });
    const ages = await valuesOf("marquee_spool_oldest_age_seconds");
    expect(ages['{spool="events"}']).toBeGreaterThan(0);
    expect(ages['{spool="events"}']).toBeLessThan(ONE_MINUTE / 1000);
    expect([ages['{spool="recordings"}'], ages['{spool="leads"}']]).toEqual([0, 0]);
  });
  await expect.poll(async () => (await valuesOf("marquee_spool_depth"))['{spool="events"}']).toBe(0);
  expect(await valuesOf("marquee_events_total")).toEqual({
    '{process="ingest",result="accepted"}': 2,
    '{process="ingest",result="duplicate"}': 1,
  });
  expect(await valuesOf("marquee_events_rejected_total")).toEqual({
    '{process="ingest",reason="invalid_member"}': 1,
  });
  expect(await valuesOf("marquee_limited_requests_total")).toEqual({
    '{process="server",reason="network_events",kind="events"}': 1,
  });
  expect(await valuesOf("marquee_busy_requests_total")).toEqual({ '{process="server",status="429"}': 1 });
  const [lag] = Object.values(await valuesOf("marquee_reconcile_lag_seconds"));
  expect(lag).toBeGreaterThanOrEqual(0);
});

it("reports whether stores respond and what is ready, from the checks of /readyz", async () => {
  expect(await valuesOf("marquee_store_up")).toEqual({ '{store="events"}': 1, '{store="records"}': 1 });
  expect(new Set(Object.values(await valuesOf("marquee_ready")))).toEqual(new Set([1]));
  expect(Object.values(await valuesOf("marquee_disk_size_bytes"))).toEqual([expect.any(Number)]);
  expect(await valuesOf("marquee_last_backup_timestamp_seconds"), "None is not one of 1970.").toEqual({});
  const memory = await valuesOf("marquee_process_resident_memory_bytes");
  expect(memory['{process="server"}']).toBeGreaterThan(1e7);
});

it("counts wrong passwords, deliveries, and runs of jobs", async () => {
  await running.app.server.inject({
    method: "POST",
    url: "/console/api/sign-in",
    headers: { origin: "http://127.0.0.1:3000" },
    payload: { email: "nobody@trellis.example", password: "a wrong password" },
  });
  expect(await valuesOf("marquee_sign_in_failures_total")).toEqual({ '{step="password"}': 1 });
  deliveryAttempts.tell({ destination: "webhook", result: "given_up" });
  const deliveries = await valuesOf("marquee_lead_deliveries_total");
  expect(deliveries['{destination="webhook",result="given_up"}']).toBe(1);
  const run = { name: "hits", startedAt: 1_700_000_000_000, duration: 500 } as const;
  jobRuns.tell({ ...run, error: undefined });
  jobRuns.tell({ ...run, startedAt: run.startedAt + ONE_MINUTE, error: new Error("away") });
  const runs = await valuesOf("marquee_job_runs_total");
  expect([runs['{name="hits",result="ok"}'], runs['{name="hits",result="failed"}']]).toEqual([1, 1]);
  const success = await valuesOf("marquee_job_last_success_timestamp_seconds");
  expect(success['{name="hits"}']).toBe(1_700_000_000.5);
  expect(runs['{name="sessions",result="ok"}'], "It runs at the start.").toBeGreaterThan(0);
});

it("leaves out what can't be collected, and counts that", async () => {
  const { status } = stores.drain;
  onTestFinished(() => void Object.assign(stores.drain, { status }));
  Object.assign(stores.drain, { status: () => Promise.reject(new Error("restarting")) });
  expect(await valuesOf("marquee_spool_depth")).toEqual({});
  expect(Object.values(await valuesOf("marquee_disk_free_bytes"))).toHaveLength(1);
  await expect.poll(async () => (await valuesOf("marquee_ready"))['{check="intake"}']).toBe(0);
  expect((await valuesOf("marquee_ready"))['{check="records"}']).toBe(1);
  expect(Object.values(await valuesOf("marquee_collect_errors_total"))).toEqual([expect.any(Number)]);
  expect(Object.values(await valuesOf("marquee_collect_errors_total"))[0]).toBeGreaterThan(1);
  Object.assign(stores.drain, { status });
  expect(Object.keys(await valuesOf("marquee_spool_depth"))).toHaveLength(3);
});

it("is served only at its own address, not on the public one", async () => {
  const { metrics, server } = running.app;
  if (!metrics) throw new Error("There are no metrics.");
  const opened = await openMetricsServer({ metrics, port: 0, host: "127.0.0.1", log: silent });
  onTestFinished(opened.close);
  const answer = await fetch(opened.url);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, metrics.contentType]);
  const text = await answer.text();
  for (const name of Object.keys(METRICS)) expect(text).toContain(`# TYPE ${name} `);
  expect((await fetch(new URL("/", opened.url))).status).toBe(404);
  expect((await fetch(opened.url, { method: "POST" })).status).toBe(404);
  expect((await server.inject({ url: "/metrics" })).statusCode).toBe(404);
  const { port } = new URL(opened.url);
  const again = openMetricsServer({ metrics, port: Number(port), host: "127.0.0.1", log: silent });
  await expect(again).rejects.toMatchObject({ code: "EADDRINUSE", settings: { port: "METRICS_PORT" } });
});
