import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const HERE = import.meta.dirname;
const MODULES = join(HERE, "node_modules");
/** Node 22 from npm, because Astro and TanStack Start do not run under Node 20. Where npm has none for this system, ours must do. */
const PACKAGED_NODE = join(MODULES, `node-${process.platform}-${process.arch}/bin/node`);
const START_DEADLINE = 60_000;
const ENVIRONMENT = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1" };

/** A framework that serves our home and pricing pages with a production server. */
export interface Peer {
  name: string;
  /** npm package whose version names the framework's. */
  package: string;
  folder: string;
  /** Arguments of Node, in `folder`. */
  build: readonly string[];
  serve(port: number): readonly string[];
}

export const PEERS: readonly Peer[] = [
  {
    name: "Next.js",
    package: "next",
    folder: join(HERE, "next"),
    build: [join(MODULES, "next/dist/bin/next"), "build"],
    serve: (port) => [join(MODULES, "next/dist/bin/next"), "start", "-H", "127.0.0.1", "-p", String(port)],
  },
  {
    name: "Astro",
    package: "astro",
    folder: join(HERE, "astro"),
    build: [join(MODULES, "astro/bin/astro.mjs"), "build"],
    serve: () => [join(HERE, "astro/dist/server/entry.mjs")],
  },
  {
    name: "TanStack Start",
    package: "@tanstack/react-start",
    folder: join(HERE, "tanstack-start"),
    build: [join(MODULES, "vite/bin/vite.js"), "build"],
    serve: (port) => [
      join(MODULES, "srvx/bin/srvx.mjs"),
      "serve",
      "--prod",
      "--entry=dist/server/server.js",
      "--static=../client",
      "--host=127.0.0.1",
      `--port=${port}`,
    ],
  },
];

/** A server that the benchmark started. */
export interface Site {
  /** Without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

export async function versionOf(peer: Peer): Promise<string> {
  const text = await readFile(join(MODULES, peer.package, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Builds the peer's pages and starts its production server. @throws if it does not build or start; the message has its output. */
export async function startPeer(peer: Peer): Promise<Site> {
  const { folder } = peer;
  const env = { ...process.env, ...ENVIRONMENT };
  await run(node(), [...peer.build], { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 });
  const port = await findFreePort();
  const child = spawn(node(), [...peer.serve(port)], {
    cwd: folder,
    env: { ...env, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
    // A separate process group, because some servers run in a process that their command starts.
    detached: true,
  });
  const stop = () => child.pid && process.kill(-child.pid, "SIGTERM");
  let errors = "";
  child.stderr.on("data", (data: Buffer) => {
    errors += data;
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilServing(`${url}/`, child).catch((cause: unknown) => {
    stop();
    throw new Error(`${peer.name} does not serve its pages. It wrote: ${errors}`, { cause });
  });
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      stop();
      await once(child, "exit");
    },
  };
}

/** A page with one line of text, as the lower limit of load times. */
export async function startOneLinePage(): Promise<Site> {
  const page = '<!doctype html><html lang="en"><title>One line</title><p>One line of text.';
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => void server.close(),
  };
}

function node(): string {
  return existsSync(PACKAGED_NODE) ? PACKAGED_NODE : process.execPath;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** @throws if the server exits or does not serve the page within a minute. */
async function waitUntilServing(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_DEADLINE;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    const isServing = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isServing) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server did not respond within ${START_DEADLINE / 1000} s.`);
}
