import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import type { Load, LoadResult } from "./support/eventSender.ts";
import { childrenOf, processorByProcess, usageOf } from "./support/processes.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { countStoredEvents } from "./support/storedEvents.ts";

const PEER = join(import.meta.dirname, "ingestPeer/server.ts");
const PEER_PORT = 3196;
const SOAK_PORT = 3192;
const SOAK_RATE = 18_000;
const SOAK_MINUTES = 10;
const SECONDS = 10;
/** Events per second while pages are measured; fewer if the server cannot accept as many. */
const STEADY_RATE = 12_000;
const PAGE_RATE = 200;
const SETTLE_SECONDS = 30;
/** Pause after the soak: by then, its stored events are in the rollup. */
const REST_SECONDS = 120;
const MB = 1024;

interface Server {
  url: string;
  pid: number;
}

/** A load and the CPU time that each event of it took. */
interface Burst extends LoadResult {
  /** In microseconds, by process. The peer has no receiver. */
  work: ReturnType<typeof processorByProcess> & { sender: number };
}

interface Result {
  singles: Burst;
  batches: Burst;
  /** 99th percentile of pages, in milliseconds. */
  pageAtRest: number;
  pageUnderLoad: number;
  /** Events a second acknowledged during the measurement. */
  rate: number;
  /** Memory of all processes after the load, in megabytes. */
  memory: number;
}

/**
 * Events and pages on the same server, ours and a peer's: Fastify that inserts each event into PostgreSQL. A separate process sends the
 * events; it shares the machine's cores with the server and its store.
 * @returns a Markdown table.
 */
export async function measureIngest(product: Product): Promise<string> {
  const page = await (await fetch(`${product.url}/`)).text();
  const ours = await measureServer(product);
  const paused = await measureWithPausedStore(product);
  const peer = await startPeer(page);
  try {
    return toTable(ours, await measureServer(peer), paused);
  } finally {
    await peer.stop();
  }
}

/**
 * `npm run bench -- ingest-soak`: 18,000 events a second for ten minutes on new stores, with the memory of each process once a minute, and the
 * number of stored events at the end. `--rounds 2` makes it two minutes.
 */
export async function measureIngestSoak(_product: Product, minutes = SOAK_MINUTES): Promise<string> {
  const dataDir = await createDataDir();
  const product = await startProduct(SOAK_PORT, dataDir);
  const rows: string[] = [];
  let acknowledged = 0;
  try {
    const load = { url: product.url, seconds: 60, connections: 20, batch: 100, rate: SOAK_RATE / 100 };
    for (let minute = 1; minute <= minutes; minute += 1) {
      const result = await sendEvents(load);
      acknowledged += result.acknowledged;
      const { perSecond, refused, p99 } = result;
      rows.push(
        `| ${minute} | ${Math.round(perSecond)} | ${refused} | ${p99} ms | ${memoryByProcess(product)} |`,
      );
    }
    rows.push("");
    for (const [from, to] of [
      [0, SETTLE_SECONDS],
      [SETTLE_SECONDS, REST_SECONDS],
    ] as const) {
      await wait(to - from);
      rows.push(`Memory ${to} s later: ${memoryByProcess(product)}.`);
    }
  } finally {
    await product.stop();
  }
  const stored = countStoredEvents(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  return [
    "| minute | acknowledged per second | refused requests | p99 of a batch of 100 | memory of all processes: events in, event store |",
    "| ---: | ---: | ---: | ---: | ---: |",
    ...rows,
    `Acknowledged: ${acknowledged}; stored: ${stored}.`,
  ].join("\n");
}

function memoryByProcess({ pid }: Server): string {
  const all = [pid, ...childrenOf(pid, "ingestProcess"), ...childrenOf(pid, "chdbProcess")];
  const [total, ingest, store] = all.map((each) => Math.round(usageOf(each).memory / MB));
  return `${total} MB: ${ingest}, ${store}`;
}

async function measureServer({ url, pid }: Server): Promise<Result> {
  await loadPages(url, 2);
  const pageAtRest = await loadPages(url, SECONDS);
  const singles = await sendBurst({ url, pid }, { connections: 100, batch: 1 });
  const batches = await sendBurst({ url, pid }, { connections: 20, batch: 100 });
  await settle();
  const steady = { url, connections: 20, batch: 100, rate: STEADY_RATE / 100 };
  const [under, pageUnderLoad] = await Promise.all([
    sendEvents({ ...steady, seconds: SECONDS + 4 }),
    wait(2).then(() => loadPages(url, SECONDS)),
  ]);
  await settle();
  return {
    singles,
    batches,
    pageAtRest,
    pageUnderLoad,
    rate: under.perSecond,
    memory: usageOf(pid).memory / MB,
  };
}

/** Acknowledged events a second while the embedded event store does not respond. */
async function measureWithPausedStore(server: Server): Promise<Burst> {
  const [store = 0] = childrenOf(server.pid, "chdbProcess");
  process.kill(store, "SIGSTOP");
  try {
    return await sendBurst(server, { connections: 20, batch: 100 });
  } finally {
    process.kill(store, "SIGCONT");
    await settle();
  }
}

/** Sends as many events as the server acknowledges. */
async function sendBurst(
  { url, pid }: Server,
  { connections, batch }: Pick<Load, "connections" | "batch">,
): Promise<Burst> {
  const before = processorByProcess(pid);
  const result = await sendEvents({ url, seconds: SECONDS, connections, batch });
  const after = processorByProcess(pid);
  const perEvent = (seconds: number) => (seconds / result.acknowledged) * 1e6;
  return {
    ...result,
    work: {
      sender: perEvent(result.processor),
      server: perEvent(after.server - before.server),
      receiver: perEvent(after.receiver - before.receiver),
      store: perEvent(after.store - before.store),
    },
  };
}

async function sendEvents(load: Load): Promise<LoadResult> {
  const sender = join(import.meta.dirname, "support/eventSender.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    sender,
    JSON.stringify(load),
  ]);
  return JSON.parse(stdout) as LoadResult;
}

/** @returns the 99th percentile in milliseconds. */
async function loadPages(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/`,
    connections: 10,
    duration: seconds,
    overallRate: PAGE_RATE,
    headers: { "accept-encoding": "br" },
  });
  return result.latency.p99;
}

function settle(): Promise<void> {
  return wait(SETTLE_SECONDS);
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

async function startPeer(page: string): Promise<Server & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "marquee-bench-peer-"));
  const pageFile = join(folder, "page.html");
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755);
  await writeFile(pageFile, page);
  const child = spawn(
    process.execPath,
    ["--import", "tsx", PEER, String(PEER_PORT), join(folder, "data"), pageFile],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => {
      throw new Error("The peer did not start.");
    }),
  ]);
  return {
    url: `http://127.0.0.1:${PEER_PORT}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function toTable(ours: Result, peer: Result, paused: Burst): string {
  const number = (value: number, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits });
  const ratio = (one: number, other: number) => number(one / other, 1);
  const row = (what: string, one: number, other: number, unit: string) =>
    `| ${what} | ${number(one)} ${unit} | ${number(other)} ${unit} | ${ratio(one, other)} |`;
  return [
    "| what | ours | Fastify with an INSERT per event | ratio |",
    "| --- | ---: | ---: | ---: |",
    row("Single events acknowledged", ours.singles.perSecond, peer.singles.perSecond, "per second"),
    row("Single event, 99th percentile of 100 connections", ours.singles.p99, peer.singles.p99, "ms"),
    row(
      "Events in batches of 100 acknowledged",
      ours.batches.perSecond,
      peer.batches.perSecond,
      "per second",
    ),
    row("Batch of 100, 99th percentile of 20 connections", ours.batches.p99, peer.batches.p99, "ms"),
    row("Page at rest, 99th percentile", ours.pageAtRest, peer.pageAtRest, "ms"),
    `| The same while events arrive at | ${number(ours.rate)} per second | ${number(peer.rate)} per second | |`,
    row("… page, 99th percentile", ours.pageUnderLoad, peer.pageUnderLoad, "ms"),
    `| … compared with rest | ${ratio(ours.pageUnderLoad, ours.pageAtRest)} | ${ratio(peer.pageUnderLoad, peer.pageAtRest)} | |`,
    row(`Memory of all processes, ${SETTLE_SECONDS} s after the load`, ours.memory, peer.memory, "MB"),
    `| Events in batches acknowledged while the store does not respond | ${number(paused.perSecond)} per second | | |`,
    "",
    "| CPU time of an event, µs | sender | page process | receiving process | store | together |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    workRow("alone", ours.singles),
    workRow("in a batch", ours.batches),
    workRow("in a batch, while the store does not respond", paused),
    workRow("alone, peer", peer.singles),
    workRow("in a batch, peer", peer.batches),
  ].join("\n");
}

function workRow(what: string, { work: { sender, server, receiver, store } }: Burst): string {
  const all = [sender, server, receiver, store, sender + server + receiver + store];
  return `| ${[what, ...all.map((value) => value.toFixed(0))].join(" | ")} |`;
}
