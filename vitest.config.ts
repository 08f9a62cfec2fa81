import { defineConfig } from "vitest/config";
import { QUICK_WEBASSEMBLY } from "./apps/server/src/testing/eventProcess.ts";
import { IS_SOAK } from "./scripts/test/soak.mjs";

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
          setupFiles: ["apps/server/src/testing/cheapPasswords.ts"],
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
