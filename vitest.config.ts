import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{packages,apps}/*/src/**/*.test.{ts,tsx}"],
    // Stores are real processes; two cores serve them best when few files run at once.
    maxWorkers: 2,
    // A busy machine answers late; what is wrong stays wrong.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
