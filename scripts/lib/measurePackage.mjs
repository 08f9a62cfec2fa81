import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { bin, ROOT, runOrExit } from "./run.mjs";

const SOURCE = join(ROOT, "packages/measure");
const CONTRACT = "packages/contract/src/index.d.ts";
/** The entry, without its extension, from the folder of the sources and from that of their declarations. */
const ENTRY = "src/entries/package";

/**
 * Builds the npm package of the measurement library: ES modules that import nothing, their types, and a README.
 * @param {string} dir a separate folder, which is emptied
 */
export async function buildMeasurePackage(dir) {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  await buildModules(dir);
  await buildTypes(join(dir, "types"));
  const { name, version, license } = readManifest(SOURCE);
  // Needed only for the types of events.
  const { typebox } = readManifest(join(ROOT, "packages/contract")).dependencies;
  const description = "Consent, page views and events of a web app, measured by a Marquee site.";
  const types = `./types/packages/measure/${ENTRY}.d.ts`;
  const exports = { ".": { types, default: "./index.js" } };
  const manifest = {
    name,
    version,
    description,
    license,
    type: "module",
    sideEffects: false,
    types,
    exports,
    dependencies: { typebox },
  };
  writeFileSync(join(dir, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(SOURCE, "npm/README.md"), join(dir, "README.md"));
  copyFileSync(join(ROOT, "LICENSE"), join(dir, "LICENSE"));
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Not minified, because the app's own build does that. */
async function buildModules(outDir) {
  // Imported here because Vite is missing until dependencies are installed.
  const { build } = await import("vite");
  await build({
    root: SOURCE,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: "es2022",
      minify: false,
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: { index: `${ENTRY}.ts` },
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
      },
    },
  });
}

/** Declarations of the entry and all that it refers to. Names of other workspaces do not resolve outside this repository. */
async function buildTypes(dir) {
  const options = [
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--rootDir",
    ROOT,
    "--outDir",
    dir,
  ];
  await runOrExit(bin("tsc"), ["--project", join(SOURCE, "npm/tsconfig.json"), ...options]);
  for (const name of readdirSync(dir, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
    const file = join(dir, name);
    const contract = relative(dirname(file), join(dir, CONTRACT))
      .replaceAll("\\", "/")
      .replace(".d.ts", ".js");
    const text = readFileSync(file, "utf8")
      .replaceAll(
        '"@marquee/contract"',
        JSON.stringify(contract.startsWith(".") ? contract : `./${contract}`),
      )
      .replaceAll(/(from |import\()"(\.[^"]+)\.ts"/g, '$1"$2.js"');
    writeFileSync(file, text);
    const missing = [...text.matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g)]
      .map(([, path]) => join(dirname(file), `${path}.d.ts`))
      .filter((path) => !existsSync(path));
    if (missing.length > 0) throw new Error(`The compiler wrote no ${missing.join(", ")}.`);
  }
}
