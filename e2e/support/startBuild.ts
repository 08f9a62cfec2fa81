import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWNER } from "./owner.ts";
import { ready } from "./startSite.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Names that builds give by content: `name-12345678.ext`. */
const HASHED = /^(.+-)([\w-]{8})(\.(?:js|css|json|woff2)(?:\.map)?)$/;
const TEXT = /\.(?:js|css|json|map)$/;

/** A copy of the build, to be changed as a later build would be. */
export interface BuildCopy {
  /** Renames every hashed file, wherever it is named, and adds CSS to the style sheet. */
  release(hashStart: string, css: string): void;
  /** Starts its server. @returns what stops it. */
  start(port: number, dataDir: string): Promise<() => Promise<void>>;
  remove(): void;
}

/** Copies what was built, with all that the server needs beside it. */
export function copyBuild(): BuildCopy {
  const dir = mkdtempSync(join(tmpdir(), "marquee-build-"));
  for (const part of ["apps/server/dist", "apps/server/drizzle", "apps/site/dist", "apps/console/dist"])
    cpSync(join(ROOT, part), join(dir, part), { recursive: true });
  for (const part of ["node_modules", "apps/server/node_modules"])
    symlinkSync(join(ROOT, part), join(dir, part));
  cpSync(join(ROOT, "apps/server/package.json"), join(dir, "apps/server/package.json"));
  const site = join(dir, "apps/site/dist");
  return {
    release: (hashStart, css) => renameHashed(site, hashStart, css),
    start: (port, dataDir) => startServer(dir, port, dataDir),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function renameHashed(site: string, hashStart: string, css: string): void {
  const assets = join(site, "client/assets");
  const compressed = /\.(?:br|gz)$/;
  for (const name of readdirSync(assets).filter((name) => compressed.test(name))) rmSync(join(assets, name));
  const renamed = new Map<string, string>();
  for (const name of readdirSync(assets)) {
    const [, before, hash, after] = HASHED.exec(name) ?? [];
    if (hash) renamed.set(name, `${before}${hashStart}${hash.slice(hashStart.length)}${after}`);
  }
  const rename = (text: string) => {
    let changed = text;
    for (const [from, to] of renamed) changed = changed.replaceAll(from, to);
    return changed;
  };
  for (const part of ["client/assets", "client/.vite", "server", "maps/assets"]) {
    const folder = join(site, part);
    for (const name of readdirSync(folder)) {
      if (TEXT.test(name)) {
        const text = rename(readFileSync(join(folder, name), "utf8"));
        writeFileSync(join(folder, name), name.endsWith(".css") ? text + css : text);
      }
      renameSync(join(folder, name), join(folder, rename(name)));
    }
  }
}

async function startServer(dir: string, port: number, dataDir: string): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [join(dir, "apps/server/dist/main.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...{ PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, LOG_LEVEL: "warn" },
      ...{ CONTENT_DIR: join(ROOT, "content"), OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password },
    },
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const early = ended.then(() => Promise.reject(new Error(`The server at ${url} ended at its start.`)));
  await Promise.race([ready(url), early]);
  early.catch(() => undefined);
  return async () => {
    server.kill("SIGTERM");
    await ended;
  };
}
