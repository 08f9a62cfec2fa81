import { readFileSync } from "node:fs";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { rewriteRrwebPlugin } from "../../packages/measure/src/replay/slicedSnapshot/rewriteRrweb.ts";
import { CHUNKS } from "./build/chunks.ts";
import { iconsPlugin } from "./build/icons.ts";
import { CSS_TARGET, pageStylesPlugin } from "./build/pageStyles.ts";

/** Path of the fonts' style sheet in the browser's build. */
function builtFonts(): string {
  const client = join(import.meta.dirname, "dist/client");
  const manifest = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8"));
  return join(client, manifest["src/fonts.css"].file);
}

/** `vite build` builds the browser's files; `vite build --ssr src/entry-server.tsx` builds the server's. */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  plugins: [
    react(),
    tailwindcss(),
    rewriteRrwebPlugin(),
    isSsrBuild ? pageStylesPlugin(builtFonts) : iconsPlugin(),
  ],
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
