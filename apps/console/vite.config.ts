import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { createChunkNames } from "./build/chunks.ts";

/** `scripts/lib/build.mjs` sets the output folder. */
export default defineConfig({
  base: "/console/",
  plugins: [react(), tailwindcss()],
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    // The server reads which modules a screen is made of, and preloads them.
    manifest: true,
    // The player of replays is a separate document with its own content security policy.
    rollupOptions: {
      input: ["index.html", "player.html", "shared.html"].map((file) => join(import.meta.dirname, file)),
      // Calls without side effects: screens do not validate with route schemas, so the schemas and their library are dropped.
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
          // A chunk contains the modules assigned to it, not their imports.
          includeDependenciesRecursively: false,
          groups: [{ debugName: "screens", name: createChunkNames(import.meta.dirname) }],
        },
      },
    },
  },
});
