import { join } from "node:path";
import { Script } from "node:vm";
import { defineConfig, type Rolldown } from "vite";

/** The script for pages on other hosts: `marquee.js`, and the code that it loads, in `marquee/`. */
export default defineConfig({
  // A server build, because Vite's browser builds add Vite's own loader.
  ssr: { noExternal: true },
  plugins: [{ name: "classic-script", generateBundle: (_options, bundle) => makeClassic(bundle) }],
  build: {
    ssr: true,
    minify: true,
    target: "es2022",
    manifest: true,
    rolldownOptions: {
      input: { marquee: "src/snippet/loader.ts" },
      optimization: { inlineConst: { mode: "all", pass: 3 } },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "marquee/[name]-[hash].js",
        // One file for what runs before measurement, although code that is loaded later shares some of it.
        codeSplitting: {
          groups: [{ debugName: "connect", name: (id, context) => (isCore(id, context) ? "connect" : null) }],
        },
      },
    },
  },
});

const CONNECT = join(import.meta.dirname, "src/snippet/connect.ts");
let core: Set<string> | undefined;

/** Whether `connect.ts` imports a module of this package statically, directly or through its imports. The bundler's own code belongs to it. */
function isCore(id: string, context: Rolldown.ChunkingContext): boolean {
  core ??= addImports(CONNECT, context, new Set());
  return core.has(id) || id.startsWith("\0rolldown");
}

function addImports(id: string, context: Rolldown.ChunkingContext, found: Set<string>): Set<string> {
  if (found.has(id) || !id.startsWith(import.meta.dirname)) return found;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) addImports(imported, context, found);
  return found;
}

/** The only import of `marquee.js`, as minified. */
const IMPORT = /\bimport\((["'`])\.\/([^"'`]+)\1\)/;

/**
 * Removes the empty export that marks a module without exports, and makes the address of the import absolute: a classic script of another
 * origin has no base URL (https://html.spec.whatwg.org/multipage/webappapis.html#muted-errors).
 * @throws if `marquee.js` can only run as a module.
 */
function makeClassic(bundle: Rolldown.OutputBundle): void {
  const script = bundle["marquee.js"];
  if (script?.type !== "chunk" || !IMPORT.test(script.code)) throw new Error("The build has no marquee.js.");
  script.code = script.code
    .replace(/\bexport\s*\{\s*\};?\s*$/, "")
    .replace(IMPORT, 'import(new URL("$2",document.currentScript.src))');
  try {
    new Script(script.code);
  } catch (error) {
    throw new Error("src/snippet/loader.ts must import and export nothing: marquee.js is a classic script.", {
      cause: error,
    });
  }
}
