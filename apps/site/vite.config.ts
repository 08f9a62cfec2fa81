import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { rewriteRrwebPlugin } from "../../packages/measure/src/replay/slicedSnapshot/rewriteRrweb.ts";

/** Code that runs before hydration, and code that later chunks share with it. Ungrouped, it would split into a dozen tiny files. */
const CORE =
  /packages\/measure\/|site\/settings|vite\/preload-helper|contract\/src\/(consent\/consent|events\/(attribution|limits|trackedE)|leads\/email|time|url|visitor\/customers)/;

/** Code that recording, heatmaps and RUM share with the code that starts them. It loads with the latter. */
const SAMPLED =
  /contract\/src\/replay\/replay\.ts|measure\/src\/(privacy\/filter|replay\/segments\/erase|sampling|transport\/(createLoader|pageVersion))/;
/** Code that every page needs to hydrate, in one file for the same reason as `CORE`. */
const SHARED =
  /contract\/src\/(events\/trackingAttributes|site\/paths|visitor\/device)\.|ui\/src\/(markdown\/contentText|prefersReducedMotion)\.|src\/(browser\/createStore|flags\/(answers|FlagPlace)|site\/(measureContext|overlays|siteContext|uiState))\./;

/** `vite build` builds the browser's files; `vite build --ssr src/entry-server.tsx` builds the server's. */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  plugins: [react(), tailwindcss(), rewriteRrwebPlugin()],
  // The built server entry bundles its dependencies. In development, Node loads React itself.
  ...(command === "build" ? { ssr: { noExternal: true as const } } : {}),
  build: {
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    // No polyfill: the document preloads no modules, and the code for hydration is one import away.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // "hidden" omits the comment that names the map: `scripts/lib/build.mjs` moves the maps out of the served folder.
    sourcemap: isSsrBuild ? false : "hidden",
    target: isSsrBuild ? "node20" : "es2022",
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: ["src/entry-boot.ts", "src/entry-demo.tsx", "src/styles.css"],
            optimization: { inlineConst: { mode: "all", pass: 3 } },
            output: {
              codeSplitting: {
                groups: [
                  { name: "core", tags: ["$initial"], test: CORE },
                  { name: "sampled", test: SAMPLED, includeDependenciesRecursively: false },
                  { name: "shared", test: SHARED, includeDependenciesRecursively: false },
                ],
              },
            },
          },
        }),
  },
}));
