import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { IS_SOAK } from "./soak.mjs";

const { testPath } = expect.getState();

/* How many random inputs a property is tried with, unless it names fewer itself. Loading fast-check would cost more than most files test. */
if (readFileSync(testPath, "utf8").includes('from "fast-check"')) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ numRuns: IS_SOAK ? 5000 : 50 });
}
