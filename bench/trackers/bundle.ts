import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { buildCore } from "../../scripts/lib/measureCore.mjs";
import type { Peer } from "./peers.ts";

const run = promisify(execFile);
const MEASURE = join(import.meta.dirname, "../../packages/measure/src/entries/core.ts");
const INTERACTIONS = join(
  import.meta.dirname,
  "../../packages/measure/src/interactions/startInteractions.ts",
);

/** Bundle of a page script: the chunk that a page loads first, and the chunks that it loads on demand. */
export interface Bundle {
  files: Map<string, string>;
  /** Name of the first chunk. */
  entry: string;
  /** Gzip bytes of the entry and its static imports. */
  size: number;
}

/** Our own library, bundled like the peers. Its size is that of the core alone, as in the byte budget. */
export async function bundleOurs(): Promise<Bundle> {
  const script = `
    import { startMeasure } from ${JSON.stringify(MEASURE)};
    const loadInteractions = () => import(${JSON.stringify(INTERACTIONS)});
    const measure = startMeasure({ writeKey: "local", loadInteractions });
    window.track = (index) => measure.track("click web", { index });`;
  const size = gzipSync(await buildCore(), { level: 9 }).byteLength;
  return { ...(await bundle(import.meta.dirname, "ours", script)), size };
}

/** Installs a peer from npm into a separate folder, without running install scripts, and bundles its page script. */
export async function bundlePeer({ name, packages, script }: Peer, dir: string): Promise<Bundle> {
  const folder = join(dir, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--omit=dev"];
  await run("npm", ["install", ...flags, ...packages], { cwd: folder });
  return bundle(folder, name, script);
}

async function bundle(root: string, name: string, script: string): Promise<Bundle> {
  const input = join(root, `${name}.entry.js`);
  await writeFile(input, script);
  try {
    const result = await build({
      configFile: false,
      root,
      logLevel: "error",
      define: { "process.env.NODE_ENV": '"production"', "import.meta.env.SSR": "false" },
      build: { write: false, target: "es2022", modulePreload: false, rolldownOptions: { input } },
    });
    const [output] = [result].flat();
    if (!output || !("output" in output)) throw new Error(`${name} could not be bundled.`);
    const chunks = output.output.filter((each) => each.type === "chunk");
    const entry = chunks.find(({ isEntry }) => isEntry);
    if (!entry) throw new Error(`${name} has no entry.`);
    const files = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
    const first = [entry.fileName, ...entry.imports];
    const size = first.reduce(
      (sum, file) => sum + gzipSync(files.get(file) ?? "", { level: 9 }).byteLength,
      0,
    );
    return { files, entry: entry.fileName, size };
  } finally {
    await rm(input);
  }
}
