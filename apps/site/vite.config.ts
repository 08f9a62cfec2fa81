import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { rewriteRrwebPlugin } from "../../packages/measure/src/replay/slicedSnapshot/rewriteRrweb.ts";
import { CHUNKS } from "./build/chunks.ts";
import { iconsPlugin } from "./build/icons.ts";
import { CSS_TARGET, pageStylesPlugin } from "./build/pageStyles.ts";

const CORE_CHUNK = /\/core-[\w-]+\.js$/;

/**
 * `scripts/lib/build.mjs` builds the browser's files, and with `--ssr src/entry-server.tsx` the server's, which goes next to them.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  plugins: [react(), tailwindcss(), rewriteRrwebPlugin(), isSsrBuild ? pageStylesPlugin() : iconsPlugin()],
  // The built server entry bundles its dependencies, with React's production build, however the server is started. In development, Node
  // loads React itself.
  ...(command === "build"
    ? { ssr: { noExternal: true as const }, define: { "process.env.NODE_ENV": '"production"' } }
    : {}),
  build: {
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    modulePreload: {
      // The document preloads no modules, and the code for hydration is one import away.
      polyfill: false,
      // Chunks that import others load after the core.
      resolveDependencies: (_file, dependencies) => dependencies.filter((name) => !CORE_CHUNK.test(name)),
    },
    assetsInlineLimit: 0,
    // "hidden" omits the comment that names the map: `scripts/lib/build.mjs` moves the maps out of the served folder.
    sourcemap: isSsrBuild ? false : "hidden",
    target: isSsrBuild ? "node20" : "es2022",
    cssTarget: CSS_TARGET,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: ["src/entry-boot.ts", "src/entry-demo.tsx", "src/fonts.css", "src/styles.css"],
            optimization: { inlineConst: { mode: "all", pass: 3 } },
            output: {
              // The names of shared chunks would list all entries that share them.
              chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
              codeSplitting: CHUNKS,
            },
          },
        }),
  },
}));
