import { defineConfig } from "vite";

/** Bundles the server and the programs beside it; what npm installed stays outside. */
export default defineConfig({
  ssr: { noExternal: [/^@marquee\//] },
  build: {
    ssr: true,
    target: "node20",
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: "src/main.ts",
        chdbProcess: "src/storage/events/chdb/chdbProcess.ts",
        ingestProcess: "src/collect/ingest/ingestProcess.ts",
        seedDemo: "src/seed/main.ts",
        resetPassword: "src/resetPassword.ts",
        backUp: "src/backUp.ts",
        restore: "src/restore.ts",
        syncContent: "src/syncContent.ts",
      },
    },
  },
});
