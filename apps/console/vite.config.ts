import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { createChunkNames } from "./build/chunks.ts";

/** `scripts/lib/build.mjs` says where the build goes. */
export default defineConfig({
  base: "/console/",
  plugins: [react(), tailwindcss()],
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    // The server reads which modules a screen is made of, and has them fetched at once.
    manifest: true,
    // The player of replays is a document of its own, with a policy of its own.
    rollupOptions: {
      input: ["index.html", "player.html", "shared.html"].map((file) => join(import.meta.dirname, file)),
      // Calls without side effects: screens check nothing with the schemas of routes, so neither those nor their library are kept.
      treeshake: {
        manualPureFunctions: [
          "Type",
          "OneOf",
          "Extend",
          "NewRecord",
          "RecordChange",
          "VisitorAttributesSchema",
          "response",
        ],
      },
      output: {
        codeSplitting: {
          // A chunk has what its name says, and not what that imports.
          includeDependenciesRecursively: false,
          groups: [{ debugName: "screens", name: createChunkNames(import.meta.dirname) }],
        },
      },
    },
  },
});
