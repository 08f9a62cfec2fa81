import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import pg from "pg";
import { type PostgresServer, startPostgres } from "../../apps/server/src/testing/startPostgres.ts";
import { startProxy, type TestProxy } from "../../apps/server/src/testing/startProxy.ts";
import { currentBuild } from "../../scripts/lib/builds.mjs";
import { childrenOf } from "../support/processes.ts";
import { createDataDir } from "../support/product.ts";

const DATABASE = "postgres";
const READY_DEADLINE = 90_000;

/** A server of the cluster, with its own data folder. */
interface Node {
  url: string;
  dataDir: string;
  /** Ends the whole server with SIGKILL, and starts it again on its folder. */
  killAndRestart(): Promise<void>;
  /** Ends one of its processes with SIGKILL; the server starts it again. */
  killProcess(name: "ingestProcess"): void;
  isStopped(): boolean;
  stop(): Promise<void>;
}

/** Servers that share PostgreSQL and a ClickHouse address, simulated by the build's event process. */
export interface Cluster {
  nodes: readonly Node[];
  /** URLs of all servers that are not stopped. */
  urls(): string[];
  postgres: TestProxy;
  clickhouse: TestProxy;
  /** Ends the event store with SIGKILL, and starts it again on its folder. */
  killEventStore(): Promise<void>;
  /** Ends a process of PostgreSQL with SIGKILL. PostgreSQL then ends all others and recovers from its log. */
  killPostgres(): Promise<void>;
  /** Adds events of the last months to the event store. */
  addHistory(count: number): Promise<void>;
  /** Adds a server. @param build folder of its build. */
  add(build?: string, dataDir?: string): Promise<Node>;
  /** Each message of the events and each form with its number of copies. */
  readStored(): Promise<Stored>;
  stop(): Promise<void>;
}

/** IDs of messages and of submissions, with the number of their copies in queries. */
interface Stored {
  events: Map<string, number>;
  forms: Map<string, number>;
}

interface ClusterOptions {
  size: number;
  /** Folder of the build of the first servers. */
  build?: string;
  /** Port of the first server; the others follow. */
  port: number;
  /** Whether the stores reject connections until `open()` of their proxy. */
  isAway?: boolean;
  /** Separate folders by default. */
  dataDirs?: readonly string[];
}

export async function startCluster({
  size,
  port,
  build = currentBuild(),
  isAway = false,
  dataDirs = [],
}: ClusterOptions): Promise<Cluster> {
  const folders: string[] = [];
  const newFolder = async () => {
    const folder = await createDataDir();
    folders.push(folder);
    return folder;
  };
  const database = await startDatabase(await newFolder());
  let engine = await startEngine(build, await newFolder());
  const initially = isAway ? "refusing" : "open";
  const postgres = await startProxy({ target: () => database.target, initially });
  const clickhouse = await startProxy({
    target: () => ({ host: "127.0.0.1", port: engine.port }),
    initially,
  });
  const settings = {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${postgres.port}/${DATABASE}`,
    CLICKHOUSE_URL: `http://default:token@127.0.0.1:${clickhouse.port}/default`,
    SECRETS_KEY: randomBytes(32).toString("base64"),
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const nodes: Node[] = [];
  const add = async (of = build, dataDir?: string) => {
    const at = port + nodes.length;
    const node = await startNode({
      build: of,
      port: at,
      dataDir: dataDir ?? (await newFolder()),
      settings,
      isAway,
    });
    nodes.push(node);
    return node;
  };
  for (let index = 0; index < size; index += 1) await add(build, dataDirs[index]);
  return {
    nodes,
    urls: () => nodes.filter(({ isStopped }) => !isStopped()).map(({ url }) => url),
    postgres,
    clickhouse,
    add,
    async addHistory(count) {
      await engine.client.command({
        query: `INSERT INTO events (message_id, type, event, original_timestamp, timestamp, received_at, visitor_id)
          SELECT concat('history-', toString(number)), 'track', 'e', now64(3) - number * 7, now64(3) - number * 7, now64(3), toString(number % 9999)
          FROM numbers(${count})`,
      });
    },
    async killEventStore() {
      await engine.kill();
      engine = await startEngine(build, engine.folder);
    },
    async killPostgres() {
      const client = new pg.Client({ connectionString: database.server.url(DATABASE) });
      client.on("error", () => undefined);
      await client.connect();
      const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const ended = new Promise((resolve) => client.once("end", resolve));
      process.kill(rows[0]?.pid ?? 0, "SIGKILL");
      await ended;
    },
    readStored: async () => ({
      events: await readEvents(engine.client),
      forms: await readForms(database.server),
    }),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all([postgres.stop(), clickhouse.stop()]);
      await engine.kill();
      await database.server.stop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startDatabase(folder: string) {
  const server = await startPostgres({ folder, isDurable: true });
  const { hostname, port } = new URL(server.url(DATABASE));
  return { server, target: { path: join(decodeURIComponent(hostname), `.s.PGSQL.${port}`) } };
}

interface Engine {
  port: number;
  folder: string;
  client: ClickHouseClient;
  kill(): Promise<void>;
}

async function startEngine(build: string, folder: string): Promise<Engine> {
  const path = join(folder, "events");
  mkdirSync(path, { recursive: true });
  const child = fork(join(build, "server/chdbProcess.js"), [], {
    env: { PATH: process.env.PATH, CHDB_PATH: path, CHDB_TOKEN: "token", UV_THREADPOOL_SIZE: "16" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const client = createClient({ url: `http://default:token@127.0.0.1:${port}` });
  return {
    port,
    folder,
    client,
    async kill() {
      await client.close();
      await end(child, "SIGKILL");
    },
  };
}

interface NodeOptions {
  build: string;
  port: number;
  dataDir: string;
  settings: Record<string, string>;
  /** Whether to wait for pages only. */
  isAway: boolean;
}

async function startNode({ build, port, dataDir, settings, isAway }: NodeOptions) {
  const url = `http://127.0.0.1:${port}`;
  const launch = async () => {
    const child = spawn(process.execPath, [join(build, "server/main.js")], {
      env: { ...process.env, ...settings, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "fatal" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await waitFor(`${url}${isAway ? "/healthz" : "/readyz"}`, child);
    return child;
  };
  let child = await launch();
  let isStopped = false;
  return {
    isStopped: () => isStopped,
    url,
    dataDir,
    async killAndRestart() {
      await end(child, "SIGKILL");
      child = await launch();
    },
    killProcess(name: "ingestProcess") {
      for (const pid of childrenOf(child.pid ?? 0, name)) process.kill(pid, "SIGKILL");
    },
    stop() {
      isStopped = true;
      return end(child, "SIGTERM");
    },
  };
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + READY_DEADLINE; Date.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`A server ended with code ${child.exitCode}.`);
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  }
  throw new Error(`${url} did not answer in time.`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

async function readEvents(client: ClickHouseClient): Promise<Map<string, number>> {
  const found = await client.query({
    query:
      "SELECT message_id AS id, toUInt32(count()) AS copies FROM events_unique WHERE startsWith(message_id, 'trial-') GROUP BY id",
    format: "JSONEachRow",
  });
  const rows = await found.json<{ id: string; copies: number }>();
  return new Map(rows.map(({ id, copies }) => [id, copies]));
}

async function readForms(server: PostgresServer): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: server.url(DATABASE) });
  await client.connect();
  const { rows } = await client.query<{ id: string; copies: number }>(
    "SELECT submission_id::text AS id, count(*)::integer AS copies FROM leads GROUP BY submission_id",
  );
  await client.end();
  return new Map(rows.map(({ id, copies }) => [id, copies]));
}
