import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Stores are real processes; two cores serve them best when few files run at once.
    maxWorkers: 2,
    // A busy machine answers late; what is wrong stays wrong.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["apps/server/src/**/*.test.ts"],
          globalSetup: ["apps/server/src/testing/bundleEventProcess.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "rest",
          include: ["{packages/*,apps/site,apps/console}/src/**/*.test.{ts,tsx}"],
          // A process for each file would cost more than what most of them test.
          isolate: false,
          setupFiles: ["scripts/test/freshFile.mjs"],
        },
      },
    ],
  },
});
