import { join } from "node:path";
import { ROOT } from "./run.mjs";

/**
 * Bundles the measurement library like any bundler, minified, without the parts it loads later. Uses a server
 * build, because Vite's browser builds add Vite's own loader.
 * @returns {Promise<string>} the code of the entry with its static imports.
 */
export async function buildCore() {
  // Imported here because Vite is missing until dependencies are installed, and other scripts that import this file install them first.
  const { build } = await import("vite");
  const { output } = await build({
    root: join(ROOT, "packages/measure"),
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: "src/entries/core.ts",
      minify: true,
      write: false,
      target: "es2022",
      // Without this, modules that later chunks share with the entry would move to a separate chunk and not count.
      rolldownOptions: {
        preserveEntrySignatures: "allow-extension",
        optimization: { inlineConst: { mode: "all", pass: 3 } },
      },
    },
  });
  const chunks = new Map(output.map((file) => [file.fileName, file]));
  const entry = output.find((file) => file.type === "chunk" && file.isEntry);
  return codeOf(entry, chunks);
}

/** The code of a chunk, preceded by the code of its static imports. */
function codeOf(chunk, chunks, seen = new Set()) {
  if (seen.has(chunk.fileName)) return "";
  seen.add(chunk.fileName);
  return chunk.imports.map((name) => codeOf(chunks.get(name), chunks, seen)).join("") + chunk.code;
}
