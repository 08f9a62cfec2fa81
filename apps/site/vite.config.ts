import { readFileSync } from "node:fs";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { rewriteRrwebPlugin } from "../../packages/measure/src/replay/slicedSnapshot/rewriteRrweb.ts";
import { CSS_TARGET, pageStylesPlugin } from "./build/pageStyles.ts";

/** Modules of packages that run before hydration. The packages' index files import far more than is used, so these are listed. */
const CORE =
  /packages\/measure\/|vite\/preload-helper|contract\/src\/(consent\/consent|events\/(attribution|limits|trackedE)|leads\/email|time|url|visitor\/customers)/;
/** Code that recording, heatmaps and RUM share with the code that starts them. It loads with the latter. */
const SAMPLED =
  /contract\/src\/replay\/replay\.ts|measure\/src\/(privacy\/filter|replay\/deleteStoredSegments|sampling|transport\/(createLoader|pageVersion))/;
/** Index files of packages, which import far more than is used. */
const INDEX = /packages\/\w+\/src\/(\w+\/)?index\.tsx?$/;

const BOOT = join(import.meta.dirname, "src/entry-boot.ts");
let boot: Set<string> | undefined;

/** Whether the boot script imports a module statically, directly or through its imports, except through index files of packages. */
function isInBoot(id: string, context: Rolldown.ChunkingContext): boolean {
  boot ??= importsOf(BOOT, context);
  return id !== BOOT && boot.has(id);
}

/** A module and everything it imports statically, except through index files of packages. */
function importsOf(id: string, context: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  if (found.has(id) || INDEX.test(id)) return found;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, context, found);
  return found;
}

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
    ...(isSsrBuild ? [pageStylesPlugin(builtFonts)] : []),
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
              codeSplitting: {
                groups: [
                  {
                    debugName: "core",
                    name: (id: string, context: Rolldown.ChunkingContext) =>
                      CORE.test(id) || isInBoot(id, context) ? "core" : null,
                    tags: ["$initial"],
                  },
                  { name: "sampled", test: SAMPLED, includeDependenciesRecursively: false },
                  // What hydration needs on every page, React included.
                  { name: "client", test: /src\/entry-client\.tsx$/ },
                  // What several pages or overlays share. Code that one of them does not need is added only up to this many bytes of source.
                  {
                    name: "sections",
                    test: /\/(apps\/site|packages\/(ui|contract))\/src\/|node_modules\/lucide/,
                    minShareCount: 2,
                    entriesAware: true,
                    entriesAwareMergeThreshold: 2_000,
                    includeDependenciesRecursively: false,
                  },
                ],
              },
            },
          },
        }),
  },
}));
