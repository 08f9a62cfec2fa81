import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { rewriteRrwebPlugin } from "../../packages/measure/src/replay/slicedSnapshot/rewriteRrweb.ts";

/** What runs before hydration and what later chunks share with it; in files of their own these would be a dozen crumbs. */
const CORE =
  /packages\/measure\/|site\/settings|vite\/preload-helper|contract\/src\/(consent\/consent|events\/(attribution|limits|trackedE)|leads\/email|time|url|visitor\/customers)/;

/** What recording, heatmaps and monitoring share with what starts them; it is fetched with that. */
const SAMPLED =
  /contract\/src\/replay\/replay\.ts|measure\/src\/(privacy\/filter|replay\/segments\/erase|sampling|transport\/(createLoader|pageVersion))/;
/** What every page needs to hydrate, in one file for the same reason. */
const SHARED =
  /contract\/src\/(events\/trackingAttributes|site\/paths|visitor\/device)\.|ui\/src\/(markdown\/contentText|prefersReducedMotion)\.|src\/(browser\/createStore|flags\/(answers|FlagPlace)|site\/(measureContext|overlays|siteContext|uiState))\./;

/** `vite build` makes the browser's files; `vite build --ssr src/entry-server.tsx` the server's. */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  plugins: [react(), tailwindcss(), rewriteRrwebPlugin()],
  // Built, the server entry needs nothing beside it; while developing, Node loads React itself.
  ...(command === "build" ? { ssr: { noExternal: true as const } } : {}),
  build: {
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    // The document asks for nothing ahead of hydration, and what hydration needs is one import away.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Without a comment that names them: `scripts/lib/build.mjs` lays the maps where nobody is served from.
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
