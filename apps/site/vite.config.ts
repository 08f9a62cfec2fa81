import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What runs before hydration and what later chunks share with it; in files of their own these would be a dozen crumbs. */
const CORE =
  /packages\/measure\/|app\/settings|vite\/preload-helper|contract\/src\/(appRedirectP|attribution|consent|customers|email|limits|parseUrl|searchE|time|trackedE)/;

/** `vite build` makes the browser's files; `vite build --ssr src/entry-server.tsx` the server's. */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  plugins: [react(), tailwindcss()],
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
    target: isSsrBuild ? "node20" : "es2022",
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: ["src/entry-boot.ts", "src/entry-demo.tsx", "src/styles.css"],
            optimization: { inlineConst: { mode: "all", pass: 3 } },
            output: { codeSplitting: { groups: [{ name: "core", tags: ["$initial"], test: CORE }] } },
          },
        }),
  },
}));
