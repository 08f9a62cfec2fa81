import { Script } from "node:vm";
import { defineConfig, type Rolldown } from "vite";

const SHARED =
  /contract\/src\/kernel\/(text|url)\.ts|measure\/src\/(browser\/(monitor|localStore)|transport\/retryStrategy)\.ts/;

/** The script for pages on other hosts: `marquee.js`, with the code that it loads in `marquee/`. */
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
        chunkFileNames: "marquee/[name]-[hash:6].js",
        // Code that connect.ts shares with later code, in one file instead of one per module.
        codeSplitting: { groups: [{ name: "core", test: SHARED, includeDependenciesRecursively: false }] },
      },
    },
  },
});

/** The only import of `marquee.js`, as minified. */
const IMPORT = /\bimport\((["'`])\.\/([^"'`]+)\1\)/;

/**
 * Removes the empty export that marks a module without exports, and makes the URL of the import absolute: a classic script of another
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
