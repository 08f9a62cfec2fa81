import { join } from "node:path";
import { ROOT } from "./run.mjs";

/**
 * The measurement library as any bundler makes it, minified, without what it loads later. Built as for a server, because Vite's
 * builds for browsers carry a loader of Vite's own.
 * @returns {Promise<string>} the code of the entry, with what it imports statically
 */
export async function buildCore() {
  // Not there before the installation, which other scripts that come here do first.
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
      // Else modules that later chunks share with the entry would stand in a chunk of their own, uncounted.
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

/** A chunk's code after that of the chunks that it cannot run without. */
function codeOf(chunk, chunks, seen = new Set()) {
  if (seen.has(chunk.fileName)) return "";
  seen.add(chunk.fileName);
  return chunk.imports.map((name) => codeOf(chunks.get(name), chunks, seen)).join("") + chunk.code;
}
