import { defineConfig } from "vitest/config";
import { IS_SOAK } from "./scripts/test/soak.mjs";

/** Does not compile the record store's WebAssembly a second time for speed, which takes more processor time than it saves. */
const QUICK_WEBASSEMBLY = "--liftoff-only";

export default defineConfig({
  test: {
    // Stores are real processes; on two cores, three files at once leave little waiting.
    maxWorkers: 3,
    // A busy machine answers late; what is wrong stays wrong.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Starting a process for each file, and loading the same packages there, would cost more than what most files test.
    isolate: false,
    setupFiles: ["scripts/test/freshFile.mjs", "scripts/test/propertyRuns.mjs"],
    // What measures time or memory needs a machine for itself.
    exclude: IS_SOAK ? [] : ["**/*.soak.test.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["apps/server/src/**/*.test.ts"],
          execArgv: [QUICK_WEBASSEMBLY],
          globalSetup: ["apps/server/src/testing/bundleEventProcess.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "rest",
          include: [
            "{packages/*,apps/site,apps/console}/src/**/*.test.{ts,tsx}",
            "apps/site/build/*.test.ts",
            "scripts/**/*.test.mjs",
            "bench/peers/*.test.ts",
          ],
        },
      },
    ],
  },
});
