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
import { join } from "node:path";
import { currentBuild } from "../../scripts/lib/builds.mjs";
import { TEMPORARY_DIR } from "./dataTemplate.ts";
import { OWNER } from "./owner.ts";
import { startServer } from "./startSite.ts";

const ROOT = join(import.meta.dirname, "../..");
/** File names with a hash of the content: `name-12345678.ext`. */
const HASHED = /^(.+-)([\w-]{8})(\.(?:js|css|json|woff2)(?:\.map)?)$/;
const TEXT = /\.(?:js|css|json|map)$/;

/** A copy of the build that can be changed into later builds. */
export interface BuildCopy {
  /**
   * Adds a later build: renames every hashed file and its references, and adds CSS to the style sheet. Keeps the previous build, but none
   * earlier.
   */
  release(hashStart: string, css: string): void;
  /** Starts the server of the latest build. @returns a function that stops it. */
  start(port: number, dataDir: string): Promise<() => Promise<void>>;
  remove(): void;
}

/** Copies the build with everything the server needs. */
export function copyBuild(): BuildCopy {
  const dir = mkdtempSync(join(TEMPORARY_DIR, "marquee-build-"));
  const builds = [join(dir, "apps/server/dist/first")];
  const latest = () => builds.at(-1) ?? "";
  cpSync(currentBuild(), latest(), { recursive: true });
  for (const part of ["node_modules", "apps/server/node_modules"])
    symlinkSync(join(ROOT, part), join(dir, part));
  cpSync(join(ROOT, "apps/server/package.json"), join(dir, "apps/server/package.json"));
  return {
    release(hashStart, css) {
      const next = join(dir, "apps/server/dist", hashStart);
      cpSync(latest(), next, { recursive: true });
      renameHashed(join(next, "site"), hashStart, css);
      builds.push(next);
      for (const old of builds.slice(0, -2)) rmSync(old, { recursive: true, force: true });
    },
    start: (port, dataDir) => startCopy(latest(), port, dataDir),
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

async function startCopy(build: string, port: number, dataDir: string): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true });
  const settings = { DATA_DIR: dataDir, CONTENT_DIR: join(ROOT, "content") };
  const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
  const { stop } = await startServer({ port, build, env: { ...settings, ...owner } });
  return stop;
}
