import { join } from "node:path";
import { ROOT } from "./run.mjs";

/**
 * The measurement library as any bundler makes it, minified, without what it loads later. Built as for a server, because Vite's
 * builds for browsers carry a loader of Vite's own.
 * @returns {Promise<string>} the code of the entry
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
      rolldownOptions: { preserveEntrySignatures: "allow-extension" },
    },
  });
  const entry = output.find((file) => file.type === "chunk" && file.isEntry);
  if (entry.imports.length > 0)
    throw new Error(`The core imports ${entry.imports.join(", ")}; count it in measureCore.mjs.`);
  return entry.code;
}
